import {
  accountOf,
  authorizedAt,
  compare,
  halfUp,
  heldAt,
  label,
  outAt,
  perAccount,
  reservedAt,
  sizeAt,
  sum,
} from './books.ts';
import type { Class, Code, Day, Holder, Issuer, Model, Paper, Txn } from './shapes.ts';

/** What every read must say about the naive register (domain §6, §9, §11; decisions, "Where the interface is silent"). */
export const commas = (n: bigint | number) => n.toString().replace(/\B(?=(\d{3})+$)/g, ',');
export const slashed = (day: Day) => day && `${+day.slice(5, 7)}/${+day.slice(8, 10)}/${day.slice(0, 4)}`;
export const quantity = (cls: Class, n: bigint) => (cls.isDollar ? '$' : '') + commas(n);
export const value = (cls: Class, n: bigint) => (cls.isDollar ? n : 0n);
const digits = (n: bigint, places: number) => `${n}`.padStart(places + 1, '0');
export const decimal = (n: bigint, places: number) =>
  `${commas(BigInt(digits(n, places).slice(0, -places)))}.${digits(n, places).slice(-places)}`;
export const count = (list: readonly unknown[]) => BigInt(list.length);

/** The figures with their display text beside each. */
export function both(write: (n: bigint) => string, figures: Record<string, bigint>): Record<string, unknown> {
  const pairs = Object.entries(figures);
  return Object.fromEntries(
    pairs.flatMap(([name, n]) => [
      [name, n],
      [`${name}Format`, write(n)],
    ]),
  );
}

export const typeText = (type: string) =>
  ({ IRA: 'IRA', Plan401K: '401K Plan' })[type] ?? type.replace(/([a-z])([A-Z])/g, '$1 $2');
export const codeText = {
  N: '',
  R: 'Rule 144',
  B: 'Blue Sky',
  A: 'Affiliate/Control',
  S: 'Regulation S',
} as Record<Code, string>;
Object.assign(codeText, { L: 'Lock-Up Agreement', O: 'Other' });
export const kindText: Record<string, string> = {
  N: 'New issuance',
  T: 'Transfer',
  C: 'Conversion',
  R: 'Retirement',
};
Object.assign(kindText, { F: 'Forward split', V: 'Reverse split', D: 'Dividend' });

export type ClassFilter = { code: string; series: string };
export const classesOf = (m: Model, issuer: Issuer, filter: ClassFilter = { code: '', series: '' }) =>
  m.classes.filter(
    (one) =>
      one.issuer === issuer &&
      (!filter.code || one.code === filter.code) &&
      (!filter.series || one.series === filter.series),
  );
/** Names sort without regard to case and accents. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
export const byName = (a: Holder, b: Holder) =>
  compare(folded(a.sort), folded(b.sort)) || compare(a.id, b.id);
/** The registrations at an issuer by sort name; treasury is the issuer itself. */
export const holdersOf = (m: Model, issuer: Issuer) =>
  m.holders.filter((one) => accountOf(m, issuer, one)?.isTreasury === false).sort(byName);
const authorizedText = (m: Model, cls: Class, day: Day) =>
  cls.isUnlimited ? 'Unlimited' : quantity(cls, authorizedAt(m, cls, day));
export const number = (txn: Txn) => txn.key ?? txn.id;
export const page = <T>(list: readonly T[], start: number, rows: number) => list.slice(start, start + rows);

export function balance(m: Model, issuer: Issuer, filter: ClassFilter, restriction: string, day: Day) {
  return classesOf(m, issuer, filter).map((cls) => {
    const shown = outAt(m, cls, day).filter(
      (one) => restriction === 'All' || (restriction === 'Restricted') === (one.code !== 'N'),
    );
    const restricted = sum(shown.filter((one) => one.code !== 'N'));
    const authorizedSharesFormat = authorizedText(m, cls, day);
    return {
      issuerId: issuer.id,
      customerIssuerId: issuer.key,
      className: cls.name,
      securityID: cls.id,
      totalShareholder: count(perAccount(shown)),
      securityDescription: cls.description || cls.name,
      isUnlimited: cls.isUnlimited,
      dollarFormat: cls.isDollar,
      ...both((n) => quantity(cls, n), {
        authorizedShares: authorizedAt(m, cls, day),
        totalIssuedShares: sum(heldAt(m, cls, day)),
        totalOutstandingShares: sum(shown),
        totalReserveShares: reservedAt(m, cls, day),
        totalRestrictedShares: restricted,
        totalNonRestrictedShares: sum(shown) - restricted,
      }),
      authorizedSharesFormat,
    };
  });
}

export const person = (one: Holder) => ({
  shareholderCustomerId: one.key,
  shareholderControlId: one.id,
  shareholderName: label(one),
  shareholderEmail: one.primary.email,
  shareholderType: typeText(one.type),
  shareholderTypeEnum: one.type,
});

export function capTable(m: Model, issuer: Issuer, day: Day, start: number, rows: number) {
  const positions = holdersOf(m, issuer).flatMap((holder) =>
    classesOf(m, issuer).flatMap((cls) => {
      const mine = outAt(m, cls, day).filter((one) => one.holder === holder);
      return mine.length > 0 ? [{ holder, cls, mine }] : [];
    }),
  );
  return {
    totalShareholderRecords: positions.length,
    shareholders: page(positions, start, rows).map(({ holder, cls, mine }) => ({
      ...person(holder),
      securityType: cls.name,
      securityTypeID: cls.id,
      value: value(cls, sum(mine)),
      totalShares: sum(mine),
      restrictionShares: sum(mine.filter((one) => one.code !== 'N')),
      nonRestrictionShares: sum(mine.filter((one) => one.code === 'N')),
    })),
    securities: classesOf(m, issuer).map((cls) => ({
      securityTypeID: cls.id,
      securityType: cls.name,
      numberOfShareholders: count(perAccount(outAt(m, cls, day))),
      totalIssuedShares: sum(heldAt(m, cls, day)),
      authorizedShares: authorizedAt(m, cls, day),
      totalValue: value(cls, sum(heldAt(m, cls, day))),
      isUnlimitedAuthorizedShares: cls.isUnlimited,
    })),
  };
}

const byDate = (a: Paper, b: Paper) => compare(a.issued, b.issued) || compare(a.id, b.id);

/** Both keys of an account may be given; when they disagree there is no answer (domain §15, row 16). */
export function shareholderDetails(
  m: Model,
  issuer: Issuer,
  day: Day,
  key: string,
  id: bigint,
  start: number,
  rows: number,
) {
  const live = (holder: Holder, cls: Class) => outAt(m, cls, day).filter((one) => one.holder === holder);
  const all = holdersOf(m, issuer).filter((one) =>
    classesOf(m, issuer).some((cls) => live(one, cls).length > 0),
  );
  const found = key || id ? all.filter((one) => one.key === key || one.id === id) : all;
  if (key && id && found.some((one) => one.key !== key || one.id !== id)) return 400;
  return {
    totalShareholderRecords: found.length,
    shareholders: page(found, start, rows).map((holder) => ({
      ...person(holder),
      securities: classesOf(m, issuer).flatMap((cls) => {
        const mine = live(holder, cls).sort(byDate);
        if (mine.length === 0) return [];
        const certificates = mine.map((one) => ({
          controlCertificateId: one.id,
          customerCertificateId: one.key,
          certificateNumber: `${one.number}`,
          shares: one.shares,
          value: value(cls, one.shares),
          issuedDate: one.issued,
          issuanceTransactionId: one.by.id,
        }));
        return [
          {
            securityTypeId: cls.id,
            securityType: cls.name,
            totalShares: sum(mine),
            totalValue: value(cls, sum(mine)),
            certificates,
          },
        ];
      }),
    })),
  };
}

export function holdingSummary(m: Model, issuer: Issuer, day: Day, key: string) {
  return classesOf(m, issuer).flatMap((cls) => {
    const mine = outAt(m, cls, day).filter((one) => one.holder.key === key);
    if (mine.length === 0) return [];
    const hasBookCertificates = mine.some((one) => one.form === 'BookEntry');
    return [
      {
        securityTypeId: cls.id,
        security: cls.name,
        ...both((n) => quantity(cls, n), { shares: sum(mine) }),
        ...both(commas, { numberOfCertificates: count(mine) }),
        hasBookCertificates,
      },
    ];
  });
}

export function certificates(m: Model, issuer: Issuer, day: Day, key: string | undefined, status: string) {
  const stopText = (paper: Paper) =>
    m.stops
      .filter((one) => one.paper === paper && one.placed <= day && (!one.released || one.released > day))
      .map((one) => `STOP – ${one.kind} ${slashed(one.placed)}`)
      .join('; ');
  return m.papers
    .filter((one) => one.cls.issuer === issuer && one.issued <= day && !one.isTreasury)
    .filter((one) => key === undefined || one.holder.key === key)
    .filter((one) => status === 'All' || (status === 'Outstanding') === one.canceled > day)
    .sort((a, b) => byName(a.holder, b.holder) || compare(a.cls.id, b.cls.id) || byDate(a, b))
    .map((one) => ({
      controlCertificateId: one.id,
      customerCertificateId: one.key ?? one.id,
      prefixAndCertificateNumber: `${one.prefix}-${one.number}`,
      issued: slashed(one.issued),
      canceled: one.canceled > day ? '' : slashed(one.canceled),
      security: one.cls.name,
      restriction: codeText[one.code],
      stop: stopText(one),
      shares: one.shares,
      postReverseSplit: one.isPost,
    }));
}

function percent(part: bigint, whole: bigint) {
  const text = decimal(halfUp(part * 1_000_000n, whole), 4);
  const percentage = Number(halfUp(part * 10_000_000_000n, whole)) / 1e8;
  return { percentage, percentageFormat: part > 0n && text === '0.0000' ? '<0.0001%' : `${text}%` };
}

export function ownership(
  m: Model,
  issuer: Issuer,
  day: Day,
  filter: ClassFilter,
  by: string,
  isDescending: boolean,
) {
  const classes = classesOf(m, issuer, filter);
  const all = classes.flatMap((cls) => outAt(m, cls, day));
  const keyOf = (one: Holder) =>
    by === 'Shares'
      ? sum(all.filter((paper) => paper.holder === one))
      : folded(by === 'Name' ? label(one) : one.sort);
  const direction = isDescending ? -1 : 1;
  const holders = holdersOf(m, issuer)
    .filter((one) => all.some((paper) => paper.holder === one))
    .map((holder) => ({ holder, key: keyOf(holder) }))
    .sort((a, b) => compare(a.key, b.key) * direction || byName(a.holder, b.holder));
  return {
    accounts: holders.map(({ holder }) => ({
      systemShareholderId: holder.id,
      customerShareholderId: holder.key,
      displayShareholderId: holder.key,
      sortName: holder.sort,
      name: label(holder),
      securities: classes.flatMap((cls) => {
        const mine = all.filter((one) => one.holder === holder && one.cls === cls);
        if (mine.length === 0) return [];
        return [
          {
            securityType: cls.name,
            ...both(commas, { numberOfCertificates: count(mine) }),
            ...both((n) => quantity(cls, n), { totalShares: sum(mine) }),
            ...percent(sum(mine), sum(outAt(m, cls, day))),
          },
        ];
      }),
    })),
    balances: classes.map((cls) => ({
      securityType: cls.name,
      isUnlimited: cls.isUnlimited,
      ...both(commas, { numOfShareholder: count(perAccount(outAt(m, cls, day))) }),
      ...both((n) => quantity(cls, n), {
        totalOutstandingShares: sum(outAt(m, cls, day)),
        authorizedShares: authorizedAt(m, cls, day),
      }),
      authorizedSharesFormat: authorizedText(m, cls, day),
    })),
  };
}

export function diluted(m: Model, issuer: Issuer, day: Day) {
  return {
    securites: classesOf(m, issuer).map((cls) => {
      const text = (n: bigint) => quantity(cls, n);
      const held = perAccount(outAt(m, cls, day)).sort((a, b) => byName(a.holder, b.holder));
      const rows = [
        ...held.map(({ holder, shares }) => ({
          id: holder.id,
          key: holder.key,
          name: label(holder),
          shares,
        })),
        ...m.reserves
          .filter((one) => one.cls === cls && sizeAt(m, one, day) > 0n)
          .map((one) => ({
            id: one.id,
            key: '',
            name: `RESERVE – ${one.name}`,
            shares: sizeAt(m, one, day),
          })),
      ];
      return {
        security: cls.name,
        ...both(text, { totalShares: sum(rows) }),
        shareholders: rows.map(({ id, key, name, shares }) => ({
          systemShareholderId: id,
          customerShareholderId: key,
          displayShareholderId: key || `${id}`,
          name,
          isReserved: key === '',
          ...both(text, { shares }),
        })),
      };
    }),
  };
}
