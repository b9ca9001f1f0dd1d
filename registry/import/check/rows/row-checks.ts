// Checks of single rows of each sheet of a register.

import { isCusip } from '#lib/format/cusip';
import type { ReadRow } from '#registry/import/read/read-sheet';
import { checkEmails, checkHolder, checkPlace } from './holder-row.ts';

export type RowContext = { asOf: string | null; today: string };

/** Dates that may not be after the day of the register, by sheet. */
const past: Readonly<Record<string, readonly string[]>> = {
  classes: ['opened_on', 'action_on', 'reverse_split_on'],
  authorized: ['effective_on'],
  reserves: ['effective_on'],
  holders: ['bad_address_since', 'lost_since', 'opened_on'],
  positions: ['issued_on', 'acquired_on', 'printed_on', 'canceled_on'],
  tax_lots: ['acquired_on'],
  stops: ['placed_on', 'released_on'],
  differences: ['opened_on', 'existed_since'],
  contacts: ['active_since', 'inactive_since', 'confirmed_on'],
  plan_members: ['joined_on', 'left_on'],
  prices: ['day'],
  journal: ['effective_on'],
};

/** The checks of a sheet's rows, each by itself. */
export function rowCheck(sheet: string, { asOf, today }: RowContext): (row: ReadRow) => void {
  const own = rowChecks[sheet];
  const dates = past[sheet] ?? [];
  return (row) => {
    own?.(row);
    if (sheet === 'source') checkSource(row, today);
    if (!asOf) return;
    for (const key of dates) {
      const day = row.values[key];
      if (day && day > asOf) row.flag(key, 'P04', 'error', `${day} is after the as-of date ${asOf}.`);
    }
  };
}

const rowChecks: Readonly<Record<string, (row: ReadRow) => void>> = {
  holders: checkHolder,
  issuer: (row) => {
    checkPlace(row, '');
    checkEmails(row);
  },
  contacts: (row) => {
    checkEmails(row);
    const { status, inactive_since: until } = row.values;
    if (status === 'Active' && until)
      row.flag('inactive_since', 'H14', 'error', `An active contact is not inactive since ${until}.`);
  },
  differences: ({ values: { opened_on: opened, existed_since: since, shares }, flag }) => {
    if (shares === '0') flag('shares', 'P09', 'error', 'Shares 0 must not be 0: there is no difference.');
    if (opened && since && since > opened)
      flag('existed_since', 'L04', 'error', `Existed since ${since} is after opened ${opened}.`);
  },
  plan_members: ({ values: { joined_on: joined, left_on: left }, flag }) => {
    if (joined && left && left < joined)
      flag('left_on', 'L04', 'error', `Left ${left} is before joined ${joined}.`);
  },
  classes: ({ values, flag }) => {
    const { name, cusip, opened_on: opened } = values;
    for (const key of ['action_on', 'reverse_split_on']) {
      const day = values[key];
      if (day && opened && day < opened)
        flag(key, 'I04', 'error', `${name} was opened on ${opened}, after ${day}.`);
    }
    if (cusip && !isCusip(cusip)) flag('cusip', 'I02', 'error', `CUSIP ${cusip} fails its check digit.`);
  },
  positions: ({ values, flag }) => {
    const { acquired_on: acquired, issued_on: issued, printed_on: printed, restriction, legend } = values;
    if (acquired && issued && acquired > issued)
      flag('acquired_on', 'P05', 'error', `Acquired ${acquired} is after issued ${issued}.`);
    if (printed && issued && printed < issued)
      flag('printed_on', 'P14', 'warning', `Printed ${printed} is before issued ${issued}.`);
    const { canceled_on: canceled } = values;
    if (canceled && issued && canceled < issued)
      flag('canceled_on', 'P06', 'error', `Canceled ${canceled} is before issued ${issued}.`);
    if (restriction && restriction !== 'N' && !legend)
      flag('legend', 'P08', 'warning', `Restriction ${restriction} has no legend.`);
  },
  journal: checkTerms,
  stops: ({ values: { placed_on: placed, released_on: released }, flag }) => {
    if (placed && released && released < placed)
      flag('released_on', 'L04', 'error', `Released ${released} is before placed ${placed}.`);
  },
};

const fractionRules = new Set(['Round Up', 'Round Down', 'Round Nearest', 'Cash In Lieu', 'None']);

function checkTerms({ values: { ratio, fraction_rule: rule, purpose, reverses }, flag }: ReadRow): void {
  if (ratio && !ratio.split(', ').every((one) => /^\d{1,9}:0{0,8}[1-9]\d{0,8}$/.test(one)))
    flag('ratio', 'J06', 'error', `Ratio ${ratio} is not written as 3:2.`);
  const unknown = rule?.split(', ').find((one) => !fractionRules.has(one));
  if (unknown !== undefined)
    flag('fraction_rule', 'J06', 'error', `${unknown} is not one of ${[...fractionRules].join(', ')}.`);
  if (purpose === 'Reversal' && !reverses)
    flag('reverses', 'X18', 'error', 'Reverses is required with the purpose Reversal.');
}

function checkSource({ values, flag }: ReadRow, today: string): void {
  if (values.has_personal_data === 'false')
    flag(
      'has_personal_data',
      'H13',
      'warning',
      'The workbook was written without personal data. Holders are named by their account numbers.',
    );
  const { as_of: asOf, certified_on: certified } = values;
  if (asOf && asOf > today) flag('as_of', 'P04', 'error', `${asOf} is after today, ${today}.`);
  if (certified && certified > today)
    flag('certified_on', 'P04', 'error', `${certified} is after today, ${today}.`);
}
