// Generates fictional registrations with names, addresses and tax ids.

import type { Address, Registration, TaxId } from '#registry/ledger/holders/holders';
import type { Prng } from '../prng.ts';
import { colleges, companyFirst, companyForms, companySecond, custodians } from '../words/companies.ts';
import { familyNames, givenNames } from '../words/names.ts';
import { abroad, capitals, places, stateNames, streetKinds, streetWords } from '../words/places.ts';

export type AccountType =
  | 'Individual'
  | 'JointTenant'
  | 'JointWithRightOfSurvivorship'
  | 'TenantsInCommon'
  | 'CommunityProperty'
  | 'CustodyForAMinor'
  | 'IRA'
  | 'RothIRA'
  | 'SimplifiedEmployeePension'
  | 'Plan401K'
  | 'Trust'
  | 'TransferOnDeath'
  | 'Corporation'
  | 'Partnership'
  | 'SchoolsAndColleges'
  | 'UnclaimedProperty'
  | 'NomineeOrDepository';

/** A registration without the fields that the register adds. */
export type Person = Omit<Registration, 'recordedAt' | 'customerId'>;

/** Generates fictional registrations. Within one generator no two have the same wording or tax id. */
export type People = {
  /** `onDay`: the day of the first share; a trust was made in an earlier year. */
  make(type: AccountType, onDay?: string): Person;
  state(code: string): Person;
  address(): Address;
  foreignAddress(code: string): Address;
  ssn(): TaxId;
  ein(): TaxId;
  accessCode(): string;
  name(): { given: string; family: string; full: string };
};

/** Fictional Canadian SINs: valid by the Luhn check, but from ranges that are never assigned. */
const sins = ['046454286', '012345674', '044556678', '098700123'];

export function createPeople(rng: Prng): People {
  const used = new Set<string>();
  let ssnCount = 0;
  let einCount = 0;
  let sinCount = 0;

  const ssn = (): TaxId => {
    // A stride coprime to the range visits all of 900-01-0001 to 900-49-9999 without repeating.
    const place = (ssnCount++ * 99_991) % 489_951;
    const group = 1 + Math.floor(place / 9999);
    return { number: `900${pad(group, 2)}${pad(1 + (place % 9999), 4)}`, type: 'SSN' };
  };
  const ein = (): TaxId => ({ number: `00${pad((einCount++ * 7_919_003) % 9_999_991, 7)}`, type: 'EIN' });
  const sin = (): TaxId => ({ number: sins[sinCount++ % sins.length]!, type: 'SIN' });
  const accessCode = () => {
    const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
    const four = () => Array.from({ length: 4 }, () => letters[rng.int(0, 31)]).join('');
    return `${four()}-${four()}`;
  };
  const name = () => {
    const given = rng.pick(givenNames);
    const family = rng.pick(familyNames);
    const middle = rng.chance(0.8) ? ` ${'ABCDEFGHJKLMNPRSTVW'[rng.int(0, 18)]}` : '';
    return { given: `${given}${middle}`, family, full: `${given}${middle} ${family}` };
  };
  const street = () => {
    if (rng.chance(0.08)) return `PO BOX ${rng.int(10, 9899)}`;
    return `${rng.int(1, 9899)} ${rng.pick(streetWords)} ${rng.pick(streetKinds)}`;
  };
  const contact = (area: string, words: string) => ({
    email: rng.chance(0.7) ? `${words}${rng.int(1, 999)}@example.${rng.pick(['com', 'org', 'net'])}` : '',
    phone: rng.chance(0.85) ? `${area}-555-${pad(rng.int(100, 199), 4)}` : '',
    secondaryPhone: rng.chance(0.15) ? `${area}-555-${pad(rng.int(100, 199), 4)}` : '',
  });
  const address = (): Address => {
    const place = rng.pick(places);
    return {
      address1: street(),
      address2: rng.chance(0.12) ? `APT ${rng.int(1, 48)}` : '',
      city: place.city,
      state: place.state,
      postalCode: rng.chance(0.3) ? `${place.zip}-${pad(rng.int(1001, 9899), 4)}` : place.zip,
      country2Code: 'US',
      country: 'United States',
      ...contact(place.area, rng.pick(streetWords).toLowerCase()),
    };
  };
  const foreignAddress = (code: string): Address => {
    const place = rng.pick(abroad.filter((one) => one.code === code));
    return {
      address1: `${rng.int(1, 240)} ${rng.pick(streetWords)} ${code === 'DE' ? 'STRASSE' : 'STREET'}`,
      city: place.city,
      state: place.state,
      postalCode: place.postal,
      country2Code: place.code,
      country: place.country,
      email: `holder${rng.int(1, 9999)}@example.org`,
    };
  };
  const company = () => `${rng.pick(companyFirst)} ${rng.pick(companySecond)} ${rng.pick(companyForms)}`;

  const draft = (
    type: AccountType,
    onDay: string,
  ): Pick<Person, 'name' | 'name2' | 'name3' | 'sortName'> & { tax: TaxId; tax2?: TaxId } => {
    const one = name();
    const sortName = `${one.family}, ${one.given}`;
    const kin = () => (rng.chance(0.75) ? `${rng.pick(givenNames)} ${one.family}` : name().full);
    const joint = (ending: string) => ({
      name: `${one.full} &`,
      name2: `${kin()} ${ending}`,
      sortName,
      tax: ssn(),
      tax2: ssn(),
    });
    const custodian = rng.pick(custodians);
    switch (type) {
      case 'JointTenant':
        return joint('JT TEN');
      case 'JointWithRightOfSurvivorship':
        return joint('JTWROS');
      case 'TenantsInCommon':
        return joint('TEN COM');
      case 'CommunityProperty':
        return joint('COMM PROP');
      case 'CustodyForAMinor': {
        const act = `UTMA ${rng.pick(places).state}`;
        return { name: `${one.full} CUST`, name2: kin(), name3: act, sortName, tax: ssn() };
      }
      case 'IRA':
      case 'RothIRA':
      case 'SimplifiedEmployeePension': {
        const ending = { IRA: 'IRA', RothIRA: 'ROTH IRA', SimplifiedEmployeePension: 'SEP IRA' }[type];
        const account = `ACCT ${rng.int(1000, 9899)}-${rng.int(10, 98)}`;
        return {
          name: `${custodian} CUST`,
          name2: `FBO ${one.full} ${ending}`,
          name3: account,
          sortName: `${custodian} CUST FBO ${sortName}`,
          tax: ein(),
          tax2: ssn(),
        };
      }
      case 'Plan401K': {
        const sponsor = company();
        return {
          name: `${sponsor} TR`,
          name2: `${sponsor} 401K PLAN`,
          name3: `FBO ${one.full}`,
          sortName: sponsor,
          tax: ein(),
        };
      }
      case 'Trust': {
        const trustYear = Math.min(2021, Number(onDay.slice(0, 4)) - 1);
        const dated = `UA DTD ${pad(rng.int(1, 12), 2)}/${pad(rng.int(1, 28), 2)}/${rng.int(Math.min(1985, trustYear), trustYear)}`;
        const what = rng.pick(['FAMILY TRUST', 'LIVING TRUST', 'REVOCABLE TRUST', 'IRREVOCABLE TRUST']);
        return {
          name: `${one.full} TR`,
          name2: `${one.family} ${what}`,
          name3: dated,
          sortName,
          tax: rng.chance(0.5) ? ein() : ssn(),
        };
      }
      case 'TransferOnDeath':
        return {
          name: `${one.full} TOD`,
          name2: kin(),
          name3: 'SUBJECT TO STA TOD RULES',
          sortName,
          tax: ssn(),
        };
      case 'Corporation': {
        const words = company();
        return { name: words, sortName: words, tax: ein() };
      }
      case 'Partnership': {
        const words = `${rng.pick(companyFirst)} ${rng.pick(['FAMILY', 'GROWTH', 'EQUITY', 'MEZZANINE'])} PARTNERS LP`;
        return { name: words, sortName: words, tax: ein() };
      }
      case 'SchoolsAndColleges': {
        const words = `${rng.pick(colleges)} ${rng.pick(['COLLEGE', 'ACADEMY', 'SEMINARY'])}`;
        return {
          name: words,
          name2: `${rng.pick(['ENDOWMENT', 'SCHOLARSHIP', 'LIBRARY'])} FUND ${rng.int(1, 40)}`,
          sortName: words,
          tax: ein(),
        };
      }
      default:
        return { name: one.full, sortName, tax: ssn() };
    }
  };

  const make = (type: AccountType, onDay = '2022-01-01'): Person => {
    for (;;) {
      const made = draft(type, onDay);
      const key = `${made.name}|${made.name2 ?? ''}|${made.name3 ?? ''}`;
      if (used.has(key)) continue;
      used.add(key);
      const isAbroad = type !== 'CustodyForAMinor' && rng.chance(0.012);
      const home = isAbroad ? foreignAddress(rng.pick(['CA', 'DE', 'JP', 'GB'])) : address();
      const isCanadian = home.country2Code === 'CA' && made.tax.type === 'SSN';
      const hasTax = rng.chance(0.965);
      return {
        name: made.name,
        name2: made.name2,
        name3: made.name3,
        sortName: made.sortName,
        accountType: type,
        primaryTax: hasTax ? { ...(isCanadian ? sin() : made.tax), payee: made.name } : undefined,
        secondaryTax: hasTax && made.tax2 && !isCanadian ? made.tax2 : undefined,
        isCertified: hasTax && rng.chance(0.95),
        accessCode: accessCode(),
        primary: home,
        mailing: rng.chance(0.07) ? address() : undefined,
      };
    }
  };

  const state = (code: string): Person => {
    const [city, zip] = capitals[code]!;
    const words = `STATE OF ${stateNames[code]}`;
    return {
      name: words,
      name2: 'UNCLAIMED PROPERTY DIVISION',
      sortName: `${stateNames[code]}, STATE OF`,
      accountType: 'UnclaimedProperty',
      primaryTax: ein(),
      isCertified: true,
      accessCode: accessCode(),
      primary: {
        address1: `${rng.int(1, 400)} ${rng.pick(streetWords)} ST`,
        city,
        state: code,
        postalCode: zip,
        country2Code: 'US',
        country: 'United States',
      },
    };
  };

  return { make, state, address, foreignAddress, ssn, ein, accessCode, name };
}

export function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
