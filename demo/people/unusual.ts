import { markedNames, scriptNames } from '../words/names.ts';
import type { People, Person } from './people.ts';

/** Unusual registrations that tables, files and searches must handle. */
export function unusualPeople(people: People): Person[] {
  const base = { accountType: 'Individual', isCertified: true } as const;
  const plain = (name: string, sortName: string, more: Partial<Person> = {}): Person => ({
    ...base,
    name,
    sortName,
    primaryTax: people.ssn(),
    accessCode: people.accessCode(),
    primary: people.address(),
    ...more,
  });
  const bare = { ...people.address(), email: '', phone: '', secondaryPhone: '' };
  return [
    // Sorted among the names with H, so that a list does not begin with it.
    plain('=HYPERLINK("x")', 'HYPERLINK, ="X"'),
    ...markedNames.map(([given, family]) => plain(`${given} ${family}`, `${family}, ${given}`)),
    ...scriptNames.map((one) =>
      plain(one.name, one.sortName, {
        primary: people.foreignAddress(one.country),
        primaryTax: undefined,
        isCertified: false,
      }),
    ),
    plain(
      'BARTHOLOMEW FEATHERSTONEHAUGH-CHOLMONDELEY & GWENDOLYN P',
      'FEATHERSTONEHAUGH-CHOLMONDELEY, BARTHOLOMEW',
      {
        name2: 'FEATHERSTONEHAUGH-CHOLMONDELEY TR THE FEATHERSTONEHAUGH-CHOLMONDELEY',
        name3: 'GENERATION SKIPPING FAMILY TRUST UA DTD 06/14/2009 AS AMENDED',
        accountType: 'Trust',
        primaryTax: people.ein(),
      },
    ),
    plain('OTIS M WINDLESTRAW', 'WINDLESTRAW, OTIS M', {
      primary: { ...people.address(), address1: 'PO BOX 17' },
      mailing: { ...people.address(), address1: '400 FALLOWFIELD RD', address2: 'C/O THE GATEHOUSE' },
    }),
    plain('CLAUDETTE M TREMBLAY-SNOW', 'TREMBLAY-SNOW, CLAUDETTE M', {
      primary: people.foreignAddress('CA'),
      primaryTax: { number: '046454286', type: 'SIN', payee: 'CLAUDETTE M TREMBLAY-SNOW' },
    }),
    plain('KARL-HEINZ OBERSTOLZ', 'OBERSTOLZ, KARL-HEINZ', { primary: people.foreignAddress('DE') }),
    plain('HARUKO MINATOGAWA', 'MINATOGAWA, HARUKO', { primary: people.foreignAddress('JP') }),
    plain('NIGEL P THISTLETHWAYTE', 'THISTLETHWAYTE, NIGEL P', { primary: people.foreignAddress('GB') }),
    plain('MERVYN Q SILENTBROOK', 'SILENTBROOK, MERVYN Q', { primary: bare }),
    plain('IONA NUMBERLESS', 'NUMBERLESS, IONA', { primaryTax: undefined, isCertified: false }),
    plain("THE O'HARA & DAUGHTERS COMPANY", "O'HARA & DAUGHTERS COMPANY, THE", {
      accountType: 'Corporation',
      primaryTax: people.ein(),
    }),
  ];
}

/** A person with shares of three issuers under one registration. */
export function personAtThreeIssuers(people: People): Person {
  return {
    name: 'ROSALIND T EVERYWHERE',
    sortName: 'EVERYWHERE, ROSALIND T',
    accountType: 'Individual',
    primaryTax: people.ssn(),
    isCertified: true,
    accessCode: people.accessCode(),
    primary: people.address(),
  };
}
