// Computes from the transactions of a package which securities are outstanding.

import type { Report } from './add-finding.ts';
import type { ObjectOf } from './definitions.ts';
import type { Held, OcfPackage } from './read-package.ts';

/** A security that is outstanding on the day of the package. */
export type OpenSecurity = {
  issuance: Held<'TX_STOCK_ISSUANCE'>;
  shares: bigint;
  /** The day of the issuance, or of the last split that changed the number of shares. */
  issuedOn: string;
  acquiredOn: string;
  /** Older than a reverse split, with the number of shares after it. */
  isPostSplit: boolean;
};

export type Positions = {
  open: OpenSecurity[];
  /** Days of the splits of each class. */
  splits: ReadonlyMap<string, readonly { on: string; isReverse: boolean }[]>;
};

type Security = {
  issuance: Held<'TX_STOCK_ISSUANCE'>;
  on: string;
  issued: bigint;
  /** Shares at the end of the day `countedOn`: fewer than issued where a part ended without a balance security. */
  shares: bigint;
  countedOn: string;
  acquiredOn: string;
  closedOn?: string;
  closedBy?: string;
};

/** Transactions that end securities, in one form. */
type Ending = {
  file: string;
  id: string;
  type: string;
  date: string;
  sources: readonly string[];
  results: readonly string[];
  balance?: string;
  /** Shares that the transaction states it moves or ends; undefined: all of the source. */
  quantity?: bigint;
  /** Property that states it. */
  property: string;
  /** The shares end, or become another number of shares of another class. */
  isReduction: boolean;
  keepsAcquired: boolean;
  splitId?: string;
  /** Shares of its sources on its day. */
  before: bigint;
  /** Those of them that stay with the source. */
  kept: bigint;
  /** A security of it is missing or has errors. */
  isUnknown: boolean;
};

type SharesAt = (one: Security, day: string, isEnd: boolean) => bigint;

type Split = Held<'TX_STOCK_CLASS_SPLIT'> & { top: bigint; bottom: bigint };

export const sharesOf = (text: string): bigint => BigInt(text.replace(/^\+/, '').replace(/\.0+$/, ''));

/**
 * The positions on the day of the package, from all its transactions up to then. A split whose reissuances are missing
 * is ambiguous: its securities may still have the old number of shares, or the new one already. Both are tried, and
 * the reading in which later transactions balance is taken; the old number where both do.
 */
export function computePositions(packed: OcfPackage, report: Report): Positions {
  const asOld = tryPositions(packed, true);
  const asNew = asOld.multiplied > 0 && asOld.unbalanced > 0 ? tryPositions(packed, false) : undefined;
  const taken = asNew && asNew.unbalanced < asOld.unbalanced ? asNew : asOld;
  for (const found of taken.found) report(...found);
  for (const [split, count] of taken.perSplit) {
    const at = { file: split.file, object: split.of.id, property: 'split_ratio', value: ratioText(split) };
    const what =
      taken === asOld
        ? `their shares are multiplied by ${ratioText(split)}`
        : 'their shares are taken as counted after the split, because later transactions balance only so';
    report(at, 'O18', 'warning', `${count} securities have no reissuance for this split; ${what}.`);
  }
  return { open: taken.open, splits: taken.splits };
}

const ratioText = ({ of: { split_ratio: ratio } }: Pick<Split, 'of'>) =>
  `${ratio.numerator}:${ratio.denominator}`;

type Tried = Positions & {
  found: Parameters<Report>[];
  unbalanced: number;
  multiplied: number;
  perSplit: Map<Split, number>;
};

function tryPositions(packed: OcfPackage, multiplies: boolean): Tried {
  const { objects, asOf, broken } = packed;
  const found: Parameters<Report>[] = [];
  const report: Report = (...given) => {
    found.push(given);
  };
  const isPast = ({ file, of }: { file: string; of: { id: string; date: string } }) => {
    if (of.date <= asOf) return true;
    const at = { file, object: of.id, property: 'date', value: of.date };
    report(at, 'O11', 'warning', `${of.date} is after the day of the package, ${asOf}. It is left out.`);
    return false;
  };
  const securities = openSecurities(objects.TX_STOCK_ISSUANCE.filter(isPast), report);
  const endings = endingsOf(objects).filter((one) => isPast({ file: one.file, of: one }));
  const splits = objects.TX_STOCK_CLASS_SPLIT.filter(isPast).map(withRatio).sort(byDate);
  endings.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

  const sharesAt: SharesAt = (one, day, isEnd) => {
    let { shares } = one;
    if (!multiplies) return shares;
    for (const split of splits)
      if (appliesTo(split, one) && (isEnd ? split.of.date <= day : split.of.date < day))
        shares = (shares * split.top) / split.bottom;
    return shares;
  };
  for (const ending of endings) close(ending, securities, sharesAt, broken, report);
  const unbalanced = checkBalance(endings, securities, splits, report);

  const open: OpenSecurity[] = [];
  const perSplit = new Map<Split, number>();
  for (const one of securities.values()) {
    for (const split of splits)
      if (appliesTo(split, one, one.on)) perSplit.set(split, (perSplit.get(split) ?? 0) + 1);
    if (one.closedOn !== undefined) continue;
    const after = splits.filter((split) => appliesTo(split, one));
    const own = multiplies ? after : [];
    const shares = sharesAt(one, asOf, true);
    reportFraction(one, own, report);
    if (shares > 0n)
      open.push({
        issuance: one.issuance,
        shares,
        issuedOn: own.at(-1)?.of.date ?? one.on,
        acquiredOn: one.acquiredOn,
        isPostSplit: !multiplies && after.some(({ top, bottom }) => top < bottom),
      });
  }
  const multiplied = [...perSplit.values()].reduce((sum, count) => sum + count, 0);
  return { open, splits: splitDays(splits), found, unbalanced, multiplied, perSplit };
}

const byDate = (a: Split, b: Split) => (a.of.date < b.of.date ? -1 : a.of.date > b.of.date ? 1 : 0);

/** The two numbers of a ratio without decimals. */
function withRatio(held: Held<'TX_STOCK_CLASS_SPLIT'>): Split {
  const { numerator, denominator } = held.of.split_ratio;
  const scaled = (text: string) => {
    const [whole, part = ''] = text.replace(/^\+/, '').split('.');
    return BigInt(whole + part.padEnd(10, '0'));
  };
  return { ...held, top: scaled(numerator), bottom: scaled(denominator) };
}

function splitDays(splits: readonly Split[]): Positions['splits'] {
  const days = new Map<string, { on: string; isReverse: boolean }[]>();
  for (const { of, top, bottom } of splits)
    days.set(of.stock_class_id, [
      ...(days.get(of.stock_class_id) ?? []),
      { on: of.date, isReverse: top < bottom },
    ]);
  return days;
}

/** A split that no transaction of its day carried out for this security, which was outstanding then. */
const appliesTo = ({ of }: Split, { issuance, countedOn, closedOn }: Security, since = countedOn) =>
  of.stock_class_id === issuance.of.stock_class_id &&
  since < of.date &&
  (closedOn === undefined || closedOn > of.date);

function reportFraction({ issuance, shares }: Security, splits: readonly Split[], report: Report): void {
  let whole = shares;
  for (const { top, bottom, of } of splits) {
    if ((whole * top) % bottom !== 0n) {
      const at = {
        file: issuance.file,
        object: issuance.of.id,
        property: 'quantity',
        value: issuance.of.quantity,
      };
      report(
        at,
        'O18',
        'warning',
        `${whole} shares are not a whole number after the split of ${of.date}. The fraction is left out.`,
      );
    }
    whole = (whole * top) / bottom;
  }
}

function openSecurities(
  issuances: readonly Held<'TX_STOCK_ISSUANCE'>[],
  report: Report,
): Map<string, Security> {
  const securities = new Map<string, Security>();
  for (const issuance of issuances) {
    const { of, file } = issuance;
    const before = securities.get(of.security_id);
    if (before) {
      const at = { file, object: of.id, property: 'security_id', value: of.security_id };
      report(
        at,
        'O06',
        'error',
        `Security ${of.security_id} was issued before, by ${before.issuance.of.id}.`,
      );
      continue;
    }
    const issued = sharesOf(of.quantity);
    const { date } = of;
    securities.set(of.security_id, {
      ...{ issuance, on: date, issued, shares: issued, countedOn: date, acquiredOn: date },
    });
  }
  return securities;
}

const uncounted = { before: 0n, kept: 0n, isUnknown: false };

function endingsOf(objects: OcfPackage['objects']): Ending[] {
  const base = (
    held: { file: string; of: { id: string; date: string; security_id: string } },
    type: string,
  ) => ({
    file: held.file,
    id: held.of.id,
    type,
    date: held.of.date,
    sources: [held.of.security_id],
    ...uncounted,
  });
  const reduction = (type: 'TX_STOCK_CANCELLATION' | 'TX_STOCK_REPURCHASE') =>
    objects[type].map(
      (held: { file: string; of: ObjectOf<'TX_STOCK_CANCELLATION'> | ObjectOf<'TX_STOCK_REPURCHASE'> }) => ({
        ...base(held, type),
        ...{ results: [], balance: held.of.balance_security_id, quantity: sharesOf(held.of.quantity) },
        ...{ property: 'quantity', isReduction: true, keepsAcquired: true },
      }),
    );
  return [
    ...objects.TX_STOCK_TRANSFER.map((held) => ({
      ...base(held, 'TX_STOCK_TRANSFER'),
      ...{ results: held.of.resulting_security_ids, balance: held.of.balance_security_id },
      ...{
        quantity: sharesOf(held.of.quantity),
        property: 'quantity',
        isReduction: false,
        keepsAcquired: false,
      },
    })),
    ...reduction('TX_STOCK_CANCELLATION'),
    ...reduction('TX_STOCK_REPURCHASE'),
    ...objects.TX_STOCK_RETRACTION.map((held) => ({
      ...base(held, 'TX_STOCK_RETRACTION'),
      ...{ results: [], property: 'security_id', isReduction: true, keepsAcquired: true },
    })),
    ...objects.TX_STOCK_REISSUANCE.map((held) => ({
      ...base(held, 'TX_STOCK_REISSUANCE'),
      ...{ results: held.of.resulting_security_ids, property: 'resulting_security_ids' },
      ...{ isReduction: false, keepsAcquired: true, splitId: held.of.split_transaction_id },
    })),
    ...objects.TX_STOCK_CONSOLIDATION.map(({ file, of }) => ({
      ...{ file, id: of.id, type: 'TX_STOCK_CONSOLIDATION', date: of.date, sources: of.security_ids },
      ...uncounted,
      ...{
        results: [of.resulting_security_id],
        property: 'security_ids',
        isReduction: false,
        keepsAcquired: true,
      },
    })),
    ...objects.TX_STOCK_CONVERSION.map((held) => ({
      ...base(held, 'TX_STOCK_CONVERSION'),
      ...{ results: held.of.resulting_security_ids, balance: held.of.balance_security_id },
      ...{ quantity: sharesOf(held.of.quantity_converted), property: 'quantity_converted' },
      ...{ isReduction: true, keepsAcquired: true },
    })),
  ];
}

/** Ends the sources of a transaction. What follows from them keeps their day of acquisition where it passes on. */
function close(
  ending: Ending,
  securities: ReadonlyMap<string, Security>,
  sharesAt: SharesAt,
  broken: ReadonlySet<string>,
  report: Report,
): void {
  const { file, id, date, type } = ending;
  const at = (property: string, value: string) => ({ file, object: id, property, value });
  let acquiredOn = '';
  for (const source of ending.sources) {
    const one = securities.get(source);
    ending.isUnknown ||= !one || one.closedOn !== undefined || date < one.on;
    const place = at(type === 'TX_STOCK_CONSOLIDATION' ? 'security_ids' : 'security_id', source);
    if (!one) {
      if (!broken.has(source))
        report(
          place,
          'O07',
          'error',
          `No issuance of stock up to the day of the package issues security ${source}.`,
        );
    } else if (one.closedOn !== undefined)
      report(
        place,
        'O09',
        'error',
        `Security ${source} was ended before, by ${one.closedBy} on ${one.closedOn}.`,
      );
    else if (date < one.on)
      report(at('date', date), 'O09', 'error', `${date} is before security ${source} was issued, ${one.on}.`);
    else {
      const held = sharesAt(one, date, false);
      ending.before += held;
      ending.kept = keptOf(ending, held, securities);
      if (ending.kept > 0n) {
        one.shares = ending.kept;
        one.countedOn = date;
        report(
          at(ending.property, String(ending.quantity)),
          'O12',
          'warning',
          `${ending.quantity} of ${held} shares end and no balance security is named. The other ${ending.kept} stay with security ${source}.`,
        );
      } else {
        one.closedOn = date;
        one.closedBy = id;
      }
      if (one.acquiredOn > acquiredOn) acquiredOn = one.acquiredOn;
    }
  }
  const named = (result: string, property: string, keeps: boolean) => {
    const one = securities.get(result);
    ending.isUnknown ||= !one;
    if (!one) {
      if (!broken.has(result))
        report(
          at(property, result),
          'O07',
          'error',
          `No issuance of stock up to the day of the package issues security ${result}.`,
        );
    } else if (keeps && acquiredOn !== '' && acquiredOn <= one.on) one.acquiredOn = acquiredOn;
  };
  const property = type === 'TX_STOCK_CONSOLIDATION' ? 'resulting_security_id' : 'resulting_security_ids';
  for (const result of ending.results) named(result, property, ending.keepsAcquired);
  if (ending.balance !== undefined) named(ending.balance, 'balance_security_id', true);
}

/** Shares that stay with the source: those of a transaction of a part that names no balance security. */
function keptOf(ending: Ending, held: bigint, securities: ReadonlyMap<string, Security>): bigint {
  const { quantity, balance, sources, results, isReduction } = ending;
  if (quantity === undefined || balance !== undefined || sources.length > 1 || quantity >= held) return 0n;
  const given = sum(results.map((id) => securities.get(id)?.issued ?? 0n));
  return isReduction || given === quantity ? held - quantity : 0n;
}

const sum = (list: readonly bigint[]) => list.reduce((total, shares) => total + shares, 0n);

/**
 * Compares the shares that end with those that follow from them. Transactions of a day that share securities are
 * compared together. Returns how many do not balance, or only because a balance security is not named.
 */
function checkBalance(
  endings: readonly Ending[],
  securities: ReadonlyMap<string, Security>,
  splits: readonly Split[],
  report: Report,
): number {
  let doubtful = endings.filter(({ kept }) => kept > 0n).length;
  for (const group of groupsOf(endings)) {
    const [first] = group as [Ending, ...Ending[]];
    if (group.some((one) => one.isUnknown || isOfSplit(one, splits, securities))) continue;
    const issued = (ids: Iterable<string>) => sum([...ids].map((id) => securities.get(id)!.issued));
    const results = group.flatMap(({ type, results, balance }) => [
      ...(type === 'TX_STOCK_CONVERSION' ? [] : results),
      ...(balance === undefined ? [] : [balance]),
    ]);
    const before = sum(group.map((one) => one.before));
    const after = issued(new Set(results));
    const ended = sum(group.map((one) => (one.isReduction ? (one.quantity ?? one.before) : 0n)));
    const kept = sum(group.map((one) => one.kept));
    const at = { file: first.file, object: first.id, property: first.property };
    if (before !== after + ended + kept) {
      doubtful += 1;
      const sentence = `Securities of ${before} shares end; ${after + ended} follow or are canceled.`;
      report({ ...at, value: String(first.quantity ?? after) }, 'O08', 'error', sentence);
    } else if (group.length === 1 && !first.isReduction && first.quantity !== undefined) {
      const given = issued(first.results);
      if (given === first.quantity) continue;
      doubtful += 1;
      const sentence = `${first.quantity} shares are transferred; the resulting securities have ${given}.`;
      report({ ...at, value: String(first.quantity) }, 'O08', 'error', sentence);
    }
  }
  return doubtful;
}

/** A reissuance on the day of a split of its class changes the number of shares. */
function isOfSplit(
  ending: Ending,
  splits: readonly Split[],
  securities: ReadonlyMap<string, Security>,
): boolean {
  if (ending.type !== 'TX_STOCK_REISSUANCE') return false;
  if (ending.splitId !== undefined) return true;
  const classId = securities.get(ending.sources[0]!)?.issuance.of.stock_class_id;
  return splits.some(({ of }) => of.stock_class_id === classId && of.date === ending.date);
}

/** Endings of one day that name the same securities. */
function groupsOf(endings: readonly Ending[]): Ending[][] {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
      root = next;
    for (let at = key; at !== root; ) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  const keysOf = ({ date, sources, results, balance }: Ending) =>
    [...sources, ...results, ...(balance === undefined ? [] : [balance])].map((id) => `${date} ${id}`);
  for (const ending of endings) {
    const [first, ...others] = keysOf(ending) as [string, ...string[]];
    for (const other of others) parents.set(rootOf(other), rootOf(first));
  }
  return [...Map.groupBy(endings, (ending) => rootOf(keysOf(ending)[0]!)).values()];
}
