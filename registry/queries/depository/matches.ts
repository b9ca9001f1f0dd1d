/** A position file of the depository against the nominee's balances of its day. */
import type { CalendarDate } from '#lib/format/dates';
import { type Explanation, isSettled, matchPosition, type PositionMatch } from '#lib/proof/depository/match';
import type { Db } from '#registry/db/session';
import { daysBefore, positionFileOf } from './files.ts';
import {
  type Booked,
  type MovedByNominee,
  nomineeMoves,
  pendingMovements,
  postedMovements,
  type Question,
  reportedMovements,
} from './movements.ts';

/** Files before the day that are read to say since when a break is there. */
const earlierFilesMax = 45;

export type UserExplanation = {
  number: number;
  note: string;
  transactions: string[];
  by: string;
  at: string;
};

export type ClassMatch = PositionMatch & {
  issuerId: bigint;
  classId: bigint;
  cusip: string;
  explanation: UserExplanation | null;
};

type ClassRow = {
  issuer_id: bigint;
  id: bigint;
  cusip: string;
  former: string[];
  action_on: CalendarDate | null;
  balance: bigint;
};

/**
 * Classes with the CUSIP of the day, those before it, and the nominee's shares. Each subquery names the issuers, so that
 * Citus sends the question about one issuer to its shard only.
 */
async function classRows(db: Db, { file, issuerIds }: Question): Promise<ClassRow[]> {
  const { rows } = await db.query<ClassRow>(
    `select k.issuer_id, k.id, k.action_on, coalesce(b.balance, 0)::bigint as balance,
            coalesce((select c.cusip from former_cusip c
                       where c.issuer_id = any ($1::bigint[]) and c.issuer_id = k.issuer_id and c.class_id = k.id
                         and c.until_on > $2 order by c.until_on limit 1), k.cusip) as cusip,
            array(select c.cusip from former_cusip c
                   where c.issuer_id = any ($1::bigint[]) and c.issuer_id = k.issuer_id and c.class_id = k.id
                     and c.until_on <= $2) as former
       from security_class k
       join issuer i on i.id = k.issuer_id and (i.books_from is null or i.books_from <= $2)
       left join (select c.issuer_id, c.class_id, sum(c.shares) as balance
                    from certificate c join holder h on h.id = c.holder_id and h.is_nominee
                   where c.issuer_id = any ($1::bigint[]) and not c.is_treasury and c.issued_on <= $2
                     and c.canceled_on > $2
                   group by c.issuer_id, c.class_id) as b on b.issuer_id = k.issuer_id and b.class_id = k.id
      where k.issuer_id = any ($1::bigint[]) order by k.issuer_id, k.id`,
    [issuerIds, file.as_of],
  );
  return rows;
}

type LineRow = { cusip: string; position: bigint };
type ExplanationRow = {
  issuer_id: bigint;
  class_id: bigint;
  number: number;
  note: string;
  transactions: string;
  by_name: string;
  at: string;
};

/** The classes of these issuers that have a line in the file, or shares of a nominee on its day. */
export async function classMatches(db: Db, question: Question): Promise<ClassMatch[]> {
  const { file, issuerIds } = question;
  const classes = await classRows(db, question);
  const lines = await db.query<LineRow>(
    'select cusip, position from depository_position where file_id = $1',
    [file.id],
  );
  const lineOf = new Map(lines.rows.map((row) => [row.cusip, row]));
  const reported = await reportedMovements(db, question);
  const booked = [
    ...(await postedMovements(db, question, reported.firstDay)),
    ...(await pendingMovements(db, question)),
  ];
  const explained = await db.query<ExplanationRow>(
    `select distinct on (issuer_id, class_id) issuer_id, class_id, number, note, transactions, by_name, at
       from depository_explanation where issuer_id = any ($1::bigint[]) and file_id = $2
      order by issuer_id, class_id, number desc`,
    [issuerIds, file.id],
  );
  const idsOf = (row: ExplanationRow) => row.transactions.split(' ').filter(Boolean).map(BigInt);
  const moves = await nomineeMoves(db, question, explained.rows.flatMap(idsOf));
  return classes.flatMap((one): ClassMatch[] => {
    const current = lineOf.get(one.cusip);
    const former = current ? undefined : one.former.map((cusip) => lineOf.get(cusip)).find(Boolean);
    const line = current ?? former;
    const there = [one.cusip, ...(former ? [former.cusip] : [])]
      .filter(Boolean)
      .flatMap((cusip) => reported.byCusip.get(cusip) ?? []);
    if (!line && one.balance === 0n && there.length === 0) return [];
    const isOwn = (row: { issuerId: bigint; classId: bigint }) =>
      row.issuerId === one.issuer_id && row.classId === one.id;
    // Counts from before a split or stock dividend are of other shares.
    const isSince = ({ day }: { day: CalendarDate }) =>
      one.action_on === null || file.as_of < one.action_on || day >= one.action_on;
    const sides = {
      day: file.as_of,
      position: line?.position ?? null,
      balance: one.balance,
      isFormerCusip: former !== undefined,
      reported: there.filter(isSince),
      booked: booked.filter(isOwn).filter(isSince),
    };
    const row = explained.rows.find((of) => of.issuer_id === one.issuer_id && of.class_id === one.id);
    const alone = matchPosition(sides);
    const explanations = row
      ? explanationsOf(idsOf(row), alone, sides.booked as Booked[], moves.filter(isOwn))
      : [];
    const match = explanations.length > 0 ? matchPosition({ ...sides, explanations }) : alone;
    const explanation = row && {
      number: row.number,
      note: row.note,
      transactions: explanations.map(({ transaction }) => transaction),
      by: row.by_name,
      at: row.at,
    };
    return [
      {
        ...match,
        issuerId: one.issuer_id,
        classId: one.id,
        cusip: line?.cusip ?? one.cusip,
        explanation: explanation ?? null,
      },
    ];
  });
}

/**
 * What the transactions that a user named add. A posted one is missing at the depository, a pending one here; one that
 * the match counts already, or that both sides have settled, adds nothing.
 */
export function explanationsOf(
  txnIds: readonly bigint[],
  match: PositionMatch,
  booked: readonly Booked[],
  moves: readonly MovedByNominee[],
): Explanation[] {
  return txnIds.flatMap((id): Explanation[] => {
    const known = booked.find(({ txnId }) => txnId === id);
    if (known?.isPosted) return [];
    if (known) {
      const { transaction, direction, shares } = known;
      const isCounted = match.items.some((item) => item.transaction === transaction && item.explains !== 0n);
      if (isCounted) return [];
      return [{ transaction, shares: direction === 'Deposit' ? shares : -shares, isPosted: false }];
    }
    const move = moves.find(({ txnId }) => txnId === id);
    return move && move.net !== 0n ? [{ transaction: move.number, shares: -move.net, isPosted: true }] : [];
  });
}

/**
 * Since when each broken class has been broken: the first day of the files without a gap before this one in which it
 * was broken too.
 */
export async function brokenSince(
  db: Db,
  { file }: Pick<Question, 'file'>,
  matches: readonly ClassMatch[],
): Promise<ReadonlyMap<string, CalendarDate>> {
  const breaks = matches.filter(({ result }) => !isSettled(result));
  const issuerIds = [...new Set(breaks.map(({ issuerId }) => issuerId))];
  const open = new Set(breaks.map(keyOf));
  const since = new Map([...open].map((key) => [key, file.as_of]));
  if (open.size === 0) return since;
  for (const day of await daysBefore(db, file.as_of, earlierFilesMax)) {
    const earlier = await positionFileOf(db, day);
    if (!earlier) continue;
    const found = await classMatches(db, { file: earlier, issuerIds });
    const broken = new Set(found.filter(({ result }) => !isSettled(result)).map(keyOf));
    for (const key of open) if (!broken.has(key)) open.delete(key);
    for (const key of open) since.set(key, day);
    if (open.size === 0) break;
  }
  return since;
}

/** Key of a class among those of all issuers. */
export const keyOf = ({ issuerId, classId }: { issuerId: bigint; classId: bigint }) =>
  `${issuerId} ${classId}`;
