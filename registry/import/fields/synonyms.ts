import { headerKey } from '../read/header-key.ts';
import { isClassColumn, perClass } from './class-columns.ts';
import type { SheetFields } from './field.ts';

/** Headers that other agents and programs use for a column, by the column's own header. */
const synonyms: Readonly<Record<string, string>> = {
  Account: 'account number, account no, acct, shareholder id, stakeholder id, holder id, external id',
  'Name 1': 'name, full name, registration, shareholder, stakeholder, stockholder, legal name',
  'Name 2': 'joint holder, registration line 2',
  'Name 3': 'registration line 3',
  'Account type': 'holder type, investor type, stakeholder type',
  'Tax id': 'tin, ssn, ein, tax number, registration number',
  'Address 1': 'street, street address, mailing address line 1, addr1',
  'Address 2': 'address line 2, suite',
  City: 'town, municipality',
  State: 'province, region, state of residence',
  'Postal code': 'zip, zip code, zipcode, postcode',
  Country: 'country code, nation',
  Email: 'email address, e mail',
  Phone: 'telephone, phone number, mobile',
  Class: 'share class, security, security class, security type, stock class, series of stock',
  Prefix: 'series prefix',
  Number: 'certificate, certificate number, cert no, certificate id, security id, custom id',
  Shares:
    'quantity, number of shares, no shares outstanding, quantity outstanding, balance, units, qty, holding',
  Issued: 'issue date, date of transaction, grant date',
  Acquired: 'acquisition date, purchase date, rule 144 date',
  Printed: 'mail date',
  Canceled: 'cancel date, cancellation date',
  Restriction: 'restriction code, restricted',
  Legend: 'legends, legend text, company legends',
  Form: 'certificate type, certificated',
  Kind: 'stop code, hold, stop transfer',
  'Cost per share': 'price, price per share, share price',
  'Total cost': 'cost, cost basis, cash paid',
  'Par value': 'nominal value',
  CUSIP: 'cusip number',
  'Bad address': 'rpo, returned mail',
  'Authorized after': 'shares authorized, authorized shares',
  'Shares after': 'total reserved, shares reserved',
  Authority: 'resolution, board approval',
};

const byName = new Map(
  Object.entries(synonyms).map(([name, words]) => [name, new Set(words.split(', ').map(headerKey))]),
);

/** Words that two headers must share, of all their words together. */
const similarFrom = 0.8;

function similarity(one: string, other: string): number {
  const [a, b] = [new Set(one.split(' ')), new Set(other.split(' '))];
  return a.intersection(b).size / a.union(b).size;
}

/** The field that an unknown header probably means, among those without a column: a proposal, for a person to confirm. */
export function proposedField(sheet: SheetFields, header: string, taken: ReadonlySet<string>): string | null {
  const key = headerKey(header);
  const free = sheet.fields.filter((field) => !taken.has(field.key));
  const mayBeOfClass = !perClass.values().some((field) => taken.has(field));
  const found =
    free.find((field) => mayBeOfClass && isClassColumn(field) && headerKey(field.ofClass) === key) ??
    free.find(({ name }) => byName.get(name)?.has(key)) ??
    free.find(({ name }) => similarity(headerKey(name), key) >= similarFrom);
  return found?.key ?? null;
}
