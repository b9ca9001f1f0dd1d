// Sheets about holders and what they hold: Holders, Positions, Tax lots and Stops.

import { date, decimal, digits, letters, sharesFrom, sheet, text, yesNo } from './field.ts';
import { accountRoles, accountTypes, forms, payments, restrictions, stopKinds, taxIdTypes } from './lists.ts';

const inNorthAmerica = 'in the US and Canada';

/** A certificate or book entry is named by class, prefix and number. */
const certificate = [
  ['Class', 'class', text(60), true, 'Name of the class'],
  ['Prefix', 'prefix', letters(6), true, 'Prefix of the number'],
  ['Number', 'number', digits(15), true, 'Number of the certificate or book entry'],
] as const;

/** The sheets about holders and what they hold. */
export const holdingSheets = [
  sheet('Holders', 'holders', 'Registrations: one row each.', { required: true }, [
    ['Account', 'account', text(40), true, 'Account number at the agent, unique'],
    ['Name 1', 'name', text(100), true, 'Exact wording, first line'],
    ['Name 2', 'name2', text(100), false, 'Second line; a joint holder'],
    ['Name 3', 'name3', text(100), false, 'Third line'],
    ['Sort name', 'sort_name', text(100), false, 'LAST, FIRST; blank: the name as given'],
    ['Account type', 'account_type', accountTypes, true, 'Kind of registration'],
    ['Role', 'role', accountRoles, false, 'Blank means Holder'],
    ['Tax id', 'tax_id', text(20), false, 'Nine digits, as text; blank: not on file'],
    ['Tax id type', 'tax_id_type', taxIdTypes, 'with a tax id', 'Kind of the tax id'],
    ['Payee', 'payee', text(100), false, 'Name to which the tax id belongs'],
    ['Second tax id', 'tax_id2', text(20), false, 'Of the second holder'],
    ['Second tax id type', 'tax_id2_type', taxIdTypes, 'with a second tax id', 'Kind of the second tax id'],
    ['Second payee', 'payee2', text(100), false, 'Name to which the second tax id belongs'],
    ['Certified', 'is_certified', yesNo, false, 'Y: the holder certified the tax id; blank means N'],
    ['Address 1', 'address1', text(100), true, 'Street'],
    ['Address 2', 'address2', text(100), false, 'Apartment, suite'],
    ['City', 'city', text(60), true, 'City'],
    ['State', 'state', text(20), inNorthAmerica, 'Two letters in the US and Canada'],
    ['Postal code', 'postal_code', text(20), inNorthAmerica, 'As text, so that zeros stay'],
    ['Country', 'country', text(2), true, 'Two letters, such as US'],
    ['Email', 'email', text(254), false, 'E-mail address'],
    ['Phone', 'phone', text(40), false, 'Phone number'],
    ['Second phone', 'phone2', text(40), false, 'Second phone number'],
    ['Mailing address 1', 'mail_address1', text(100), false, 'Only where mail goes elsewhere'],
    ['Mailing address 2', 'mail_address2', text(100), false, 'Apartment, suite'],
    ['Mailing city', 'mail_city', text(60), 'with a mailing address', 'City'],
    ['Mailing state', 'mail_state', text(20), false, 'Two letters in the US and Canada'],
    ['Mailing postal code', 'mail_postal_code', text(20), false, 'As text, so that zeros stay'],
    ['Mailing country', 'mail_country', text(2), 'with a mailing address', 'Two letters, such as US'],
    ['Bad address', 'bad_address_since', date, false, 'Date of the first returned mail'],
    ['Bad address reason', 'bad_address_reason', text(200), false, 'Why mail came back'],
    ['Lost', 'lost_since', date, false, 'Day since which the holder has counted as lost'],
    ['Opened', 'opened_on', date, false, 'Day the account was opened; blank: day of the first position'],
    ['Pays by', 'pays_by', payments, false, 'How dividends are paid; blank means Check'],
    ['Access code', 'access_code', text(40), false, 'Code of the holder; blank: a new one is made'],
    ['Mailing email', 'mail_email', text(254), false, 'E-mail address of the mailing address'],
    ['Mailing phone', 'mail_phone', text(40), false, 'Phone number of the mailing address'],
    ['Second mailing phone', 'mail_phone2', text(40), false, 'Second phone number of the mailing address'],
  ]),
  sheet(
    'Positions',
    'positions',
    'Certificates and book entries, treasury included: those that are outstanding, and canceled ones of the journal. One row each.',
    { required: true },
    [
      ['Class', 'class', text(60), true, 'Name of the class'],
      ['Account', 'account', text(40), true, 'Account number of the holder'],
      ['Form', 'form', forms, true, 'Book entry or paper'],
      ...certificate.slice(1),
      ['Shares', 'shares', sharesFrom(1n), true, 'Whole number of shares'],
      ['Restriction', 'restriction', restrictions, true, 'N where there is none; never blank'],
      ['Legend', 'legend', text(2000), false, 'Text of the legend'],
      ['Issued', 'issued_on', date, true, 'Day of issue'],
      ['Acquired', 'acquired_on', date, false, 'Day of acquisition; blank: the day of issue'],
      [
        'Canceled',
        'canceled_on',
        date,
        'where Journal lines cancel it',
        'Day of cancellation; blank: it is outstanding',
      ],
      ['Printed', 'printed_on', date, false, 'Day of printing'],
      [
        'Post-split',
        'is_post_split',
        yesNo,
        'where it is older than the last reverse split',
        'Y: the number of shares counts after the last reverse split',
      ],
      ['Source id', 'source_id', digits(15), false, 'Number of the position at the source'],
    ],
  ),
  sheet('Tax lots', 'tax_lots', 'Cost basis of positions: one row for each lot.', { required: false }, [
    ...certificate,
    ['Lot', 'lot', digits(9), true, 'Number of the lot within the position, from 1'],
    ['Acquired', 'acquired_on', date, true, 'Day of acquisition'],
    ['Shares', 'shares', sharesFrom(1n), true, 'Whole number of shares'],
    ['Cost per share', 'cost_per_share', decimal, false, 'Dollars; blank: not known'],
    ['Total cost', 'total_cost', decimal, false, 'Dollars; blank: not known'],
    ['Covered', 'is_covered', yesNo, true, 'Y: the basis is reported to the tax authority'],
    ['Method', 'method', text(60), false, 'How the shares were acquired'],
  ]),
  sheet('Stops', 'stops', 'Stops on positions: one row each.', { required: false }, [
    ...certificate,
    ['Kind', 'kind', stopKinds, true, 'Why the position must not be transferred'],
    ['Placed', 'placed_on', date, true, 'Day on which it was placed'],
    ['Released', 'released_on', date, false, 'Day on which it was released'],
    ['Note', 'note', text(500), false, 'Note'],
  ]),
];
