// Fixed data of the model tests: holidays, addresses, holders and classes.

import type { Row } from './list.ts';

/** Everything is opened before anything can be effective. */
export const openedOn = '2023-12-01';

/** Federal holidays on weekdays, as observed, listed by hand. */
export const holidays =
  `2023-11-10 2023-11-23 2023-12-25 2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02
  2024-10-14 2024-11-11 2024-11-28 2024-12-25 2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01
  2025-10-13 2025-11-11 2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07
  2026-10-12 2026-11-11 2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06
  2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-31`.split(/\s+/);
export const lastKnownDay = '2028-01-16';

const blank = { address2: '', state: '', postalCode: '', email: '', phone: '', secondaryPhone: '' };
export const addresses: Record<string, string>[] = [
  {
    ...{ address1: '1 A ST', city: 'ALBANY', state: 'NY', postalCode: '12207' },
    ...{ country2Code: 'US', country: 'United States' },
  },
  {
    ...{ address1: '2 B WAY', city: 'DUBLIN', country2Code: 'IE', country: 'Ireland' },
    ...{ email: 'b@example.com', phone: '555-0101' },
  },
  {
    ...{ address1: '3 C RD', address2: 'FL 2', city: 'OTTAWA', state: 'ON', postalCode: 'K1A 0A1' },
    ...{ country2Code: 'CA', country: 'Canada' },
  },
].map((one) => ({ ...blank, ...one }));

export type Person = [lines: string[], sort: string, type: string, isNominee?: boolean];
export const people: Person[] = [
  [['ALPHA A SAMPLE'], "O'sample, Alpha", 'Individual'],
  [['BETA SAMPLE &', 'GAMMA SAMPLE JT TEN'], 'SAMPLE, BETA', 'JointTenant'],
  [['Delta Holdings Inc'], 'Delta Holdings Inc', 'Corporation'],
  [['LARCH BANK CUST', 'FBO EPSILON IRA', 'ACCT 4412-88'], 'EPSILON', 'IRA'],
  [['ZETA TOOL CO 401K'], 'ZETA TOOL', 'Plan401K'],
  [['alpha b sample'], "O'SAMPLE, alpha", 'TransferOnDeath'],
  [['QUILL & CO'], 'QUILL & CO', 'NomineeOrDepository', true],
  [['THE ISSUER'], 'ISSUER, THE', 'Corporation'],
];
/** Index of the issuer's own registration. */
export const treasury = 7;

type Facts = 'code' | 'series' | 'name' | 'description' | 'cusip' | 'paper' | 'book' | 'opened';
type Opening = Pick<Row, Facts | 'par' | 'isDollar' | 'isDrs' | 'isPlan'> & { authorized: bigint };
const common: Opening = {
  ...{
    code: 'C',
    series: '',
    name: 'Common',
    description: '',
    cusip: '100990104',
    par: 0.001,
    isDollar: false,
  },
  ...{ isDrs: true, isPlan: true, paper: 'CS', book: 'BE', opened: openedOn, authorized: 200_000n },
};
const second = { code: 'P', series: 'A', name: 'Preferred A', description: 'Series A convertible' };
const bonds = { code: 'B', name: 'Bonds', isDollar: true, isDrs: false, isPlan: false, par: null };
export const classes: Opening[][] = [
  [
    common,
    { ...common, ...second, paper: 'PA', authorized: 60_000n },
    { ...common, ...bonds, paper: 'B', authorized: 0n },
  ],
  [
    { ...common, series: 'B', name: 'Class B', authorized: 0n },
    { ...common, code: 'W', name: 'Warrants', authorized: 30_000n },
  ],
];
