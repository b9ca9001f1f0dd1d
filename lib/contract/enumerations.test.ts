import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  accountType,
  addressStatus,
  certificateInfoStatus,
  certificateType,
  contactStatus,
  filterDateBy,
  filterSeriesCode,
  filterTransactionType,
  filterTypeCode,
  holdingStatus,
  issuanceSeriesCode,
  issuanceTypeCode,
  orderBy,
  rejectionType,
  restrictionCode,
  restrictionStatus,
  sortBy,
  spacedDateBy,
  statusSortBy,
  taxIdType,
  transactionStatus,
  transactionTypeCode,
} from './enumerations.ts';
import { frequentLabels, labelFamilies, labelSheets, labelType } from './labels.ts';
import { metaOf } from './shape.ts';

/** Typed from the interface's table of enumerations; '' is blank. */
const lists: [string, z.ZodType & { options: readonly string[] }, string[]][] = [
  [
    'accountType',
    accountType,
    'None JointTenant TenantsInCommon JointWithRightOfSurvivorship Trust CustodyForAMinor CustodyForTheBenefitOf Individual Corporation Partnership UnclaimedProperty CommunityProperty IRA ProfitSharingOrKeoghPlan NomineeOrDepository SchoolsAndColleges Plan401K TransferOnDeath Custodian RetirementAccounts SimplifiedEmployeePension RothIRA Pensions'.split(
      ' ',
    ),
  ],
  ['taxIdType', taxIdType, ['SSN', 'EIN', 'SIN']],
  ['restrictionCode', restrictionCode, ['N', 'R', 'B', 'A', 'S', 'L', 'O']],
  ['filterTypeCode', filterTypeCode, ['', 'C', 'P']],
  ['filterSeriesCode', filterSeriesCode, ['', 'A', 'B', 'C']],
  ['issuanceTypeCode', issuanceTypeCode, ['P', 'W', 'U', 'B', 'D', 'M']],
  // Empty is what GetIssuerSecurityTypes gives for a class without a series.
  ['issuanceSeriesCode', issuanceSeriesCode, ['', 'A', 'B', 'C']],
  ['transactionTypeCode', transactionTypeCode, ['', 'N', 'T', 'C', 'R', 'F', 'V', 'D']],
  ['filterTransactionType', filterTransactionType, ['', 'All', 'N', 'T', 'C', 'R', 'F', 'V', 'D']],
  ['sortBy', sortBy, ['SortName', 'Name', 'Shares']],
  ['orderBy', orderBy, ['Ascending', 'Descending']],
  ['restrictionStatus', restrictionStatus, ['All', 'Restricted', 'NonRestricted']],
  ['certificateInfoStatus', certificateInfoStatus, ['All', 'Outstanding', 'Canceled']],
  ['holdingStatus', holdingStatus, ['All', 'Outstanding', 'Canceled']],
  ['addressStatus', addressStatus, ['All', 'GoodAddress', 'BadAddress']],
  ['rejectionType', rejectionType, ['MasterRejection', 'DTCRejection', 'MedallionRejection']],
  ['contactStatus', contactStatus, ['All', 'Active', 'Inactive']],
  ['transactionStatus', transactionStatus, ['All', 'Pending', 'Rejected', 'Completed', 'Canceled']],
  ['certificateType', certificateType, ['BookEntry', 'Certificate']],
  [
    'statusSortBy',
    statusSortBy,
    'TransactionId ReceivedDate CompletedDate EffectiveDate Type Status SortName Name Shares'.split(' '),
  ],
];

test.each(lists)('%s has exactly the documented values, each with a title', (_name, schema, values) => {
  expect(schema.options).toEqual(values);
  const { choices = [] } = metaOf(schema);
  expect(choices.map((each) => each.value)).toEqual(values);
  for (const each of choices) expect(each.title).not.toBe('');
});

test('transaction dates are accepted in both spellings and sent without a space', () => {
  for (const word of ['Effective', 'Process', 'Received', 'Completed']) {
    expect(filterDateBy.parse(`${word} Date`)).toBe(`${word}Date`);
    expect(filterDateBy.parse(`${word}Date`)).toBe(`${word}Date`);
    expect(spacedDateBy(`${word}Date`)).toBe(`${word} Date`);
  }
  for (const wrong of ['effective date', 'Effective', 'EffectiveDate ', 'Effective  Date', '']) {
    expect(filterDateBy.safeParse(wrong).success, wrong).toBe(false);
  }
});

test('label codes: about a hundred sheets from 5159 to 8932, each with a layout, without duplicates', () => {
  const codes = [...labelFamilies.keys()];
  expect(codes).toHaveLength(102);
  expect([...codes].sort().at(0)).toBe('LABEL5159');
  expect([...codes].sort().at(-1)).toBe('LABEL8932');
  expect(labelFamilies.get('LABEL5160')).toBe('A30');
  expect(labelFamilies.get('LABEL8932')).toBe('A14');
  expect(labelFamilies.get('LABEL5159')).toBe('A14T');
  expect(new Set(labelFamilies.values())).toEqual(new Set(Object.keys(labelSheets)));
  expect(
    metaOf(labelType)
      .choices?.map((each) => each.value)
      .sort(),
  ).toEqual([...codes].sort());
  for (const code of frequentLabels) expect(codes).toContain(code);
});

test.each(['LABEL5066', 'LABEL5371', 'LABEL5395', 'LABEL9999', '../LABEL', '5160', 'label5160'])(
  '%s is no mailing label sheet',
  (code) => {
    expect(labelType.safeParse(code).success).toBe(false);
  },
);
