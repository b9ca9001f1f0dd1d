// Closed lists of values for columns of a register, such as account types and restrictions.

import { controlMeasure } from '#lib/contract/agent/control-total';
import {
  type CauseKind,
  causeKinds,
  type DifferenceBasis,
  differenceBases,
} from '#lib/contract/agent/difference-kinds';
import { accountType, restrictionCode, taxIdType } from '#lib/contract/enumerations';
import type { FieldMeta } from '#lib/contract/fields';
import { type ListValue, oneOf } from './field.ts';

/** The values of a list of the interface, with its titles. */
function ofInterface(schema: { meta(): unknown }): ListValue[] {
  const { choices = [] } = schema.meta() as FieldMeta;
  return choices.map(({ value, title, help }) => [String(value), help ? `${title}: ${help}` : title]);
}

export const dateOrders = oneOf('Date order', [
  ['YMD', 'Year, month, day'],
  ['MDY', 'Month, day, year'],
  ['DMY', 'Day, month, year'],
]);
export const decimalMarks = oneOf('Decimal mark', [
  ['.', 'A point before cents, commas between thousands'],
  [',', 'A comma before cents, points between thousands'],
]);
export const classTypes = oneOf('Class type', [
  ['C', 'Common stock'],
  ['P', 'Preferred stock'],
  ['W', 'Warrants'],
  ['U', 'Units'],
  ['B', 'Bonds'],
  ['M', 'Membership interests'],
  ['D', 'Debentures'],
]);
export const seriesLetters = oneOf('Series', [
  ['A', 'Series or class A'],
  ['B', 'Series or class B'],
  ['C', 'Series or class C'],
]);
export const reserveKinds = oneOf('Reserve kind', [
  ['Plan', 'Equity plan'],
  ['PurchasePlan', 'Employee purchase plan'],
  ['Warrants', 'Exercise of warrants'],
  ['Conversion', 'Conversion of other securities'],
  ['Other', 'Another purpose'],
]);
export const accountTypes = oneOf('Account type', ofInterface(accountType));
export const accountRoles = oneOf('Role', [
  ['Holder', 'An ordinary holder'],
  ['Nominee', 'The nominee of a depository'],
  ['Treasury', 'The issuer itself: treasury shares'],
]);
export const taxIdTypes = oneOf('Tax id type', ofInterface(taxIdType));
export const payments = oneOf('Pays by', [
  ['Check', 'Dividends are paid by check'],
  ['ACH', 'Dividends are paid to a bank account'],
  ['Wire', 'Dividends are paid by wire'],
]);
export const forms = oneOf('Form', [
  ['BookEntry', 'A position without paper'],
  ['Certificate', 'A paper certificate'],
]);
export const restrictions = oneOf('Restriction', ofInterface(restrictionCode));
export const stopKinds = oneOf('Stop kind', [
  ['Lost, stolen or not received', 'The certificate is missing'],
  ['Adverse claim', 'Somebody else claims the shares'],
  ['Court order or levy', 'A court forbids the transfer'],
  ['Deceased - documents required', 'The holder died; documents are missing'],
  ['Issuer stop', 'The issuer asked for it'],
  ['Escheat hold', 'The shares are to be remitted to a state'],
  ['Post-split certificate not surrendered', 'Old paper after a reverse split'],
]);
export const measures = oneOf('Measure', ofInterface(controlMeasure));
export const statedBy = oneOf('Stated by', [
  ['Source', 'The prior agent or the issuer stated the total'],
  ['Typed', 'Counted by the person who filled the workbook'],
]);
const baseMeanings: Record<DifferenceBasis, string> = {
  Detail: 'What was presented differs from the register',
  Totals: 'Register and control book differ',
};
export const bases = oneOf(
  'Basis',
  differenceBases.map((basis) => [basis, baseMeanings[basis]]),
);
const causeMeanings: Record<CauseKind, string> = {
  Duplicate: 'A certificate was presented twice',
  'Not on file': 'A certificate that the register does not have was presented',
  'Other detail differs': 'Holder, shares or number differ',
  'Canceled certificate presented': 'The register shows it as canceled',
  'Authorized, not posted': 'It was authorized and is not in the register',
  'Posted, not authorized': 'It is in the register and was not authorized',
  Split: 'A split or stock dividend',
  'Prior agent': 'The records of a prior agent',
  Depository: 'The position of the depository',
};
export const kindsOfCause = oneOf(
  'Kind of cause',
  causeKinds.map((kind) => [kind, causeMeanings[kind]]),
);
export const contactStatuses = oneOf('Contact status', [
  ['Active', 'In office'],
  ['Inactive', 'No longer a contact'],
]);
export const transactionTypes = oneOf('Transaction type', [
  ['N', 'Issuance'],
  ['T', 'Transfer'],
  ['C', 'Conversion'],
  ['R', 'Retirement'],
  ['F', 'Split'],
  ['V', 'Reverse split'],
  ['D', 'Stock dividend'],
]);
export const sides = oneOf('Side', [
  ['Canceled', 'The transaction canceled it'],
  ['Issued', 'The transaction issued it'],
]);
