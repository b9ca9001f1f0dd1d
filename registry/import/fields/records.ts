import { date, decimal, sheet, text, yesNo } from './field.ts';
import { contactStatuses } from './lists.ts';

/** The sheets about what an agent keeps beside the register. */
export const recordSheets = [
  sheet(
    'Contacts',
    'contacts',
    'Contacts of the issuer: one row each.',
    { required: false, rowsMax: 10_000 },
    [
      ['Name', 'name', text(200), true, 'Name of the contact'],
      ['Title', 'title', text(200), false, 'Title'],
      ['Role', 'role', text(100), true, 'For example: Authorized officer'],
      ['Instructs issuances', 'may_instruct', yesNo, false, 'Y: may instruct issuances; blank means N'],
      ['Receives lists', 'may_receive', yesNo, false, 'Y: may receive lists of holders; blank means N'],
      ['Email', 'email', text(254), false, 'E-mail address'],
      ['Phone', 'phone', text(40), false, 'Phone number'],
      ['Mobile', 'mobile', text(40), false, 'Mobile number'],
      ['Address', 'address', text(500), false, 'Address in one text'],
      ['Status', 'status', contactStatuses, true, 'Whether the contact is in office'],
      ['Active since', 'active_since', date, true, 'Day from which the contact is active'],
      ['Inactive since', 'inactive_since', date, false, 'Day from which the contact is inactive'],
      ['Confirmed', 'confirmed_on', date, false, 'Day of the last confirmation'],
    ],
  ),
  sheet(
    'Plan members',
    'plan_members',
    'Members of a reinvestment plan: one row each.',
    { required: false },
    [
      ['Class', 'class', text(60), true, 'Name of the class'],
      ['Account', 'account', text(40), true, 'Account number of the holder'],
      ['Joined', 'joined_on', date, true, 'First day'],
      ['Left', 'left_on', date, false, 'Day on which the member left'],
      ['Cash', 'cash', decimal, false, 'Cash kept for the member, dollars; blank means 0'],
    ],
  ),
  sheet('Prices', 'prices', 'Prices of a share: one row for each class and day.', { required: false }, [
    ['Class', 'class', text(60), true, 'Name of the class'],
    ['Day', 'day', date, true, 'Day of the price'],
    ['Price', 'price', decimal, true, 'Dollars for a share'],
  ]),
];
