import { date, decimal, digits, letters, sharesFrom, sheet, text } from './field.ts';
import { forms, restrictions, sides, transactionTypes } from './lists.ts';

/**
 * The history in an exported workbook. It is for reading: the books of a register that is brought in begin on its day, and
 * only an archive carries its history.
 */
export const historySheets = [
  sheet('Journal', 'journal', 'Completed transactions: one row each.', { required: false }, [
    ['Txn', 'txn', digits(15), true, 'Number of the transaction'],
    ['Type', 'type', transactionTypes, true, 'Kind of transaction'],
    ['Purpose', 'purpose', text(200), false, 'Purpose'],
    ['Received', 'received_on', date, false, 'Day of receipt'],
    ['Effective', 'effective_on', date, true, 'Day from which it counts'],
    ['Processed', 'processed_on', date, false, 'Day on which it was posted'],
    ['Completed', 'completed_on', date, false, 'Day of completion'],
    ['Agent', 'agent', text(200), false, 'Who presented it, or the agent'],
    ['Authority', 'authority', text(500), false, 'Document that allowed it'],
    ['Ratio', 'ratio', text(40), false, 'New shares for old ones, such as 2:1'],
    ['Fraction rule', 'fraction_rule', text(60), false, 'Rule for fractions'],
    ['Cash price', 'cash_price', decimal, false, 'Price of a fraction, dollars for a share'],
    ['Charge', 'charge', decimal, false, 'Charge in dollars'],
    ['Invoice', 'invoice', digits(15), false, 'Number of the invoice'],
    ['Reserve', 'reserve', text(200), false, 'Reserve from which shares were issued'],
    ['Comments', 'comments', text(2000), false, 'Comments'],
  ]),
  sheet('Journal lines', 'journal_lines', 'What each transaction canceled and issued.', { required: false }, [
    ['Txn', 'txn', digits(15), true, 'Number of the transaction'],
    ['Side', 'side', sides, true, 'Whether it canceled or issued the position'],
    ['Class', 'class', text(60), true, 'Name of the class'],
    ['Prefix', 'prefix', letters(6), false, 'Prefix of the number'],
    ['Number', 'number', digits(15), true, 'Number of the certificate or book entry'],
    ['Source id', 'source_id', digits(15), false, 'Number of the position at the source'],
    ['Account', 'account', text(40), true, 'Account number of the holder'],
    ['Name', 'name', text(320), false, 'Names of the holder'],
    ['Form', 'form', forms, false, 'Book entry or paper'],
    ['Issued', 'issued_on', date, false, 'Day of issue'],
    ['Shares', 'shares', sharesFrom(1n), true, 'Whole number of shares'],
    ['Restriction', 'restriction', restrictions, false, 'N where there is none'],
  ]),
];
