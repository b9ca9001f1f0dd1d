import { date, decimal, digits, letters, sharesFrom, sheet, text, yesNo } from './field.ts';
import {
  classTypes,
  dateOrders,
  decimalMarks,
  measures,
  reserveKinds,
  seriesLetters,
  statedBy,
} from './lists.ts';

/** The sheets about the source, the issuer, its classes and their limits. */
export const registerSheets = [
  sheet(
    'Source',
    'source',
    'Where the register comes from: one row.',
    { required: true, rowsMin: 1, rowsMax: 1 },
    [
      ['As of', 'as_of', date, true, 'Day at the end of which the register was as given here'],
      ['Source name', 'name', text(200), true, 'Prior agent, or who kept the register until now'],
      ['Certified by', 'certified_by', text(200), true, 'Who certified the list'],
      ['Certified on', 'certified_on', date, true, 'Day of the certified list'],
      ['Date order', 'date_order', dateOrders, false, 'Only where dates are typed as 03/04/2019'],
      ['Decimal mark', 'decimal_mark', decimalMarks, false, 'Only where numbers are typed with separators'],
      ['Account prefix', 'account_prefix', text(20), false, 'Put before every account number here'],
      [
        'Personal data',
        'has_personal_data',
        yesNo,
        false,
        'N: it was left out, and names, addresses and authorities may be missing; blank means Y',
      ],
    ],
  ),
  sheet('Issuer', 'issuer', 'The issuer: one row.', { required: true, rowsMin: 1, rowsMax: 1 }, [
    ['Issuer id', 'customer_id', digits(15), true, 'Number by which the agent knows the issuer'],
    ['Name', 'name', text(200), true, 'Exact name'],
    ['Kind', 'kind', text(60), true, 'For example: Delaware corporation'],
    ['Address 1', 'address1', text(100), false, 'Street'],
    ['Address 2', 'address2', text(100), false, 'Suite, floor'],
    ['City', 'city', text(60), false, 'City'],
    ['State', 'state', text(20), false, 'Two letters in the US and Canada'],
    ['Postal code', 'postal_code', text(20), false, 'Postal code'],
    ['Country', 'country', text(2), false, 'Two letters, such as US'],
    ['Email', 'email', text(254), false, 'E-mail address'],
    ['Phone', 'phone', text(40), false, 'Phone number'],
  ]),
  sheet(
    'Classes',
    'classes',
    'Classes of securities: one row each.',
    { required: true, rowsMin: 1, rowsMax: 200 },
    [
      ['Class', 'name', text(60), true, 'Name by which the other sheets refer to it'],
      ['Type', 'code', classTypes, true, 'Kind of security'],
      ['Series', 'series', seriesLetters, false, 'Letter of the series, where it has one'],
      ['CUSIP', 'cusip', letters(9), false, 'Nine characters'],
      ['Par value', 'par_value', decimal, false, 'Dollars; blank for none'],
      ['Votes', 'votes', digits(9), false, 'Votes of a share; blank means 1'],
      ['Unlimited', 'is_unlimited', yesNo, true, 'Y: the class has no limit of authorized shares'],
      ['Dollar', 'is_dollar', yesNo, false, 'Y: counted in dollars, such as bonds; blank means N'],
      ['DRS', 'is_drs', yesNo, false, 'Y: eligible for direct registration; blank means N'],
      ['Plan', 'has_plan', yesNo, false, 'Y: has a reinvestment plan; blank means N'],
      ['Paper prefix', 'paper_prefix', letters(6), true, 'Prefix of new paper certificates'],
      ['Book prefix', 'book_prefix', letters(6), true, 'Prefix of new book entries'],
      ['Opened', 'opened_on', date, true, 'Day on which the class was created'],
      ['Last action', 'action_on', date, false, 'Day of the last split or stock dividend'],
      ['Last reverse split', 'reverse_split_on', date, false, 'Day of the last reverse split'],
      ['Description', 'description', text(500), false, 'Longer description; blank: the name'],
    ],
  ),
  sheet(
    'Authorized',
    'authorized',
    'Authorized shares of each class with a limit: one row for each change.',
    { required: true, rowsMax: 10_000 },
    [
      ['Class', 'class', text(60), true, 'Name of the class'],
      ['Effective', 'effective_on', date, true, 'Day from which the total counts'],
      ['Authorized after', 'shares', sharesFrom(0n), true, 'Total of authorized shares from that day on'],
      ['Authority', 'authority', text(500), true, 'Document that allows it'],
    ],
  ),
  sheet(
    'Reserves',
    'reserves',
    'Reserved shares: one row for each change of a reserve.',
    { required: false, rowsMax: 10_000 },
    [
      ['Class', 'class', text(60), true, 'Name of the class'],
      ['Name', 'name', text(100), true, 'Name of the reserve'],
      ['Kind', 'kind', reserveKinds, true, 'Purpose of the reserve'],
      ['Effective', 'effective_on', date, true, 'Day from which the size counts'],
      ['Shares after', 'shares', sharesFrom(0n), true, 'Size of the reserve from that day on'],
      ['Authority', 'authority', text(500), true, 'Document that allows it'],
    ],
  ),
];

/** The sheets with which the register is compared. */
export const totalSheets = [
  sheet(
    'Differences',
    'differences',
    'Open differences between the control book and the register: one row each.',
    { required: false, rowsMax: 10_000 },
    [
      ['Class', 'class', text(60), true, 'Name of the class'],
      ['Opened', 'opened_on', date, true, 'Day on which it was first seen'],
      ['Shares', 'shares', { kind: 'shares', min: -(10n ** 18n) }, true, 'Control book less register'],
      ['Cause', 'cause', text(200), true, 'What is known about it'],
      ['By prior agent', 'by_prior_agent', yesNo, true, 'Y: a prior agent caused it'],
    ],
  ),
  sheet(
    'Control totals',
    'totals',
    'Totals that the source states. Outstanding and Holders of each class are required.',
    { required: true, rowsMax: 10_000 },
    [
      ['Class', 'class', text(60), true, 'Name of the class'],
      ['Measure', 'measure', measures, true, 'What is counted'],
      ['Value', 'value', sharesFrom(0n), true, 'The total'],
      ['Stated by', 'stated_by', statedBy, true, 'Who stated it'],
    ],
  ),
];
