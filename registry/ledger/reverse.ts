// Reverses a completed transaction: cancels what it issued, and issues again what it canceled.

import { arrayText } from '#registry/db/insert';
import { loadAccounts, namesText } from './core/accounts.ts';
import { certificatesById, never, sumShares } from './core/certificates.ts';
import type { Entry } from './core/entry.ts';
import { assertRule } from './core/ledger-error.ts';
import type { ClassLine } from './core/limits.ts';
import { lastRowOf } from './core/positions.ts';
import { type Posted, post } from './core/post.ts';
import type { NewCertificate } from './core/posting.ts';
import { loadLots, lotsOf } from './core/tax-lots.ts';
import type { Certificate, Stop } from './core/types.ts';
import { classOf, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';
import { activeStops, addStop, loadStops } from './stops.ts';

/** The purpose of every reversal; invariants about restrictions and directions allow it. */
export const reversal = 'Reversal';

export type Reverse = {
  issuerId: bigint;
  /** The transaction to reverse. */
  txnId: bigint;
  entry: Omit<Entry, 'subKind' | 'txnId'>;
  /** Stops on what is canceled end with it and go on at each certificate that is issued again. */
  carriesStops?: boolean;
};

/**
 * The transaction to reverse. What it did to a nominee's position is a movement, and not a certificate: later movements
 * do not stand in its way while the position has the shares.
 */
export type Original = {
  id: bigint;
  number: bigint;
  kind: 'T' | 'R' | 'N';
  subKind: string;
  effectiveOn: string;
  canceled: Certificate[];
  issued: Certificate[];
  movements: Movement[];
};

/** What a transaction added to a nominee's position, and the last row of that position. */
export type Movement = { moved: bigint; last: Certificate };

/** The transaction to reverse with its certificates. Refused for what cannot be reversed at all. */
export async function originalOf(book: UnitOfWork, txnId: bigint): Promise<Original> {
  const { rows } = await book.tx.query<{
    number: bigint;
    kind: Original['kind'];
    sub_kind: string;
    status: string;
    effective_on: string;
    reversed_by: bigint | null;
  }>(
    `select coalesce(t.customer_id, t.id) as number, t.kind, t.sub_kind, t.status, t.effective_on,
            (select max(coalesce(r.customer_id, r.id)) from txn r where r.issuer_id = $1 and r.reverses_txn = t.id) as reversed_by
       from txn t where t.issuer_id = $1 and t.id = $2`,
    [book.issuerId, txnId],
  );
  const row = rows[0];
  assertRule(row, 'unknownTransaction', 'txnId', `${book.issuerName} has no transaction ${txnId}.`);
  assertRule(
    row.status === 'Completed' && ['T', 'R', 'N'].includes(row.kind),
    'notReversible',
    'txnId',
    'Only a completed transfer, issuance or retirement can be reversed.',
  );
  assertRule(
    row.sub_kind !== reversal,
    'notReversible',
    'txnId',
    'A reversal is not reversed; enter the right transaction instead.',
  );
  assertRule(
    row.reversed_by === null,
    'notReversible',
    'txnId',
    `Transaction ${row.number} was reversed by ${row.reversed_by}.`,
  );
  const found = await book.tx.query<{ id: bigint; is_issued: boolean }>(
    `select id, issued_txn = $2 as is_issued from certificate
      where issuer_id = $1 and (issued_txn = $2 or canceled_txn = $2) order by id`,
    [book.issuerId, txnId],
  );
  const ids = (isIssued: boolean) =>
    found.rows.filter((one) => one.is_issued === isIssued).map((one) => one.id);
  const canceled = await certificatesById(book, ids(false));
  const issued = await certificatesById(book, ids(true));
  const movements: Movement[] = [];
  for (const { position } of issued)
    if (position) movements.push({ moved: position.moved, last: await lastRowOf(book, position.id) });
  return {
    id: txnId,
    number: row.number,
    kind: row.kind,
    subKind: row.sub_kind,
    effectiveOn: row.effective_on,
    canceled: canceled.filter((one) => !one.position?.isReplaced),
    issued: issued.filter((one) => one.position === null),
    movements,
  };
}

/** The shares that a transaction moved: those it issued or, where it issued none, those it canceled. */
export function movedShares({ canceled, issued, movements }: Original): bigint {
  const received = sumShares(issued) + sumMoved(movements, 1n);
  return received > 0n ? received : sumShares(canceled) + sumMoved(movements, -1n);
}

const sumMoved = (movements: readonly Movement[], sign: bigint) =>
  movements.reduce((sum, { moved }) => (moved * sign > 0n ? sum + moved * sign : sum), 0n);

/** A movement that cannot be taken back: the position has ended, or has fewer shares. */
const isPast = ({ moved, last }: Movement) => last.canceledOn !== never || last.shares < moved;

/** What a reversal gives back: the certificates canceled, and the shares taken from a position. */
export const givenBack = ({ canceled, movements }: Original): Certificate[] => [
  ...canceled,
  ...movements.flatMap(({ moved, last }) => (moved < 0n ? [{ ...last, shares: -moved }] : [])),
];

/** Everything that a transaction issued and canceled; a position by its last row. */
export const touchedBy = ({ issued, canceled, movements }: Original): Certificate[] => [
  ...issued,
  ...canceled,
  ...movements.map(({ last }) => last),
];

/**
 * Later transactions that a reversal would contradict, newest first: those that canceled what this one issued, and
 * splits and stock dividends of the class. A transaction may have been received before a split and posted after it;
 * the order of posting is that of the certificates issued or, where it issued none, of the control book.
 */
export async function dependentsOf(
  book: UnitOfWork,
  original: Original,
): Promise<{ number: bigint; kind: string; effectiveOn: string }[]> {
  const { id, issued, movements } = original;
  const classes = [...new Set(touchedBy(original).map((one) => one.classId))];
  const { rows } = await book.tx.query<{ number: bigint; kind: string; effective_on: string }>(
    `select coalesce(t.customer_id, t.id) as number, t.kind, t.effective_on from txn t
      where t.issuer_id = $1 and t.status = 'Completed'
        and (t.id = any($2::bigint[])
             or t.id in (select c.canceled_txn from certificate c
                          where c.issuer_id = $1 and c.issued_txn = $5 and c.position_id = any($6::bigint[]))
             or (t.kind in ('F', 'V', 'D')
                 and exists (select 1 from certificate c
                              where c.issuer_id = $1 and c.issued_txn = t.id and c.class_id = any($3::bigint[])
                                and ($4::bigint is null or c.id > $4))
                 and ($4::bigint is not null
                      or (select max(e.id) from control_entry e where e.issuer_id = $1 and e.txn_id = t.id)
                         > (select max(e.id) from control_entry e where e.issuer_id = $1 and e.txn_id = $5))))
      order by t.number desc`,
    [
      book.issuerId,
      arrayText(issued.flatMap((one) => (one.canceledOn === never ? [] : [one.canceledTxn]))),
      arrayText(classes),
      await lastIssued(book, id),
      id,
      arrayText(movements.filter(isPast).map(({ last }) => last.position!.id)),
    ],
  );
  return rows.map((row) => ({ number: row.number, kind: row.kind, effectiveOn: row.effective_on }));
}

/** The last certificate or row of a position that a transaction issued. */
async function lastIssued(book: UnitOfWork, txnId: bigint): Promise<bigint | null> {
  const { rows } = await book.tx.query<{ id: bigint | null }>(
    'select max(id) as id from certificate where issuer_id = $1 and issued_txn = $2',
    [book.issuerId, txnId],
  );
  return rows[0]?.id ?? null;
}

/**
 * Reverses a transfer by a transfer, an issuance by a retirement and a retirement by an issuance. What was issued
 * is canceled; what was canceled is issued again with new numbers and the same account, shares, form, legend,
 * dates and lots. A nominee's position is moved back. Stops that the original released return. Refused where later
 * transactions rest on it.
 */
export async function reverseIn(book: UnitOfWork, input: Reverse): Promise<Posted> {
  const original = await originalOf(book, input.txnId);
  const later = await dependentsOf(book, original);
  assertRule(
    later.length === 0,
    'laterEntry',
    'txnId',
    `Later transactions rest on it: ${later.map((one) => one.number).join(', ')}.`,
  );
  const { canceled, issued, kind, movements } = original;
  const positions = movements.map(({ last }) => last);
  assertRule(
    input.entry.effectiveOn >= original.effectiveOn,
    'dateOrder',
    'effectiveOn',
    'A reversal cannot be effective before what it reverses.',
  );
  assertRule(
    kind === 'T' || input.entry.authority,
    'authorityMissing',
    'authority',
    'A change of issued shares needs the instruction it rests on.',
  );
  assertRule(
    kind !== 'N' || canceled.length === 0,
    'treasuryRole',
    'txnId',
    'A re-issue out of treasury is corrected by a repurchase.',
  );
  await loadAccounts(
    book,
    touchedBy(original).map((one) => one.holderId),
  );
  await loadLots(
    book,
    canceled.map((one) => one.id),
  );
  await loadStops(
    book,
    positions.map((one) => one.id),
  );
  for (const { id, prefix, number } of positions)
    assertRule(
      activeStops(book, id).length === 0,
      'stopped',
      'certificates',
      `${prefix}-${number} has a stop; release it first.`,
    );
  const carried = input.carriesStops ? await stopsOn(book, issued) : [];
  assertRule(
    carried.length === 0 || canceled.length > 0,
    'stopped',
    'certificates',
    'Nothing is issued again that could have the stop; release it first.',
  );
  const posted = await post(book, {
    entry: { ...input.entry, subKind: reversal, isPresented: false, reversesTxn: original.id },
    kind: ({ T: 'T', N: 'R', R: 'N' } as const)[kind],
    ...partiesOf(book, original),
    cancel: [...issued, ...positions],
    issue: [...canceled.map((one) => again(book, one)), ...movements.flatMap(movedBack)],
    lines: await linesOf(book, original),
    stops: input.carriesStops ? 'release' : undefined,
    // What was booked before there were positions is mirrored as it was.
    keepsApart: movements.length === 0 && canceled.every((one) => one.position === null),
  });
  await returnStops(book, original, posted);
  for (const stop of carried) carryStop(book, stop, posted);
  return posted;
}

export const reverse = verb(reverseIn);

/** The position without what the transaction moved; nothing where it ends. */
function movedBack({ moved, last }: Movement): NewCertificate[] {
  const { classId, holderId, form, prefix, restriction, legend, acquiredOn } = last;
  const shares = last.shares - moved;
  return shares === 0n ? [] : [{ classId, holderId, form, prefix, restriction, legend, acquiredOn, shares }];
}

/** Who gives and who receives by the reversal of a transaction. */
export function partiesOf(book: UnitOfWork, { issued, canceled, movements }: Original) {
  const moved = (sign: bigint) =>
    movements.flatMap(({ moved, last }) => (moved * sign > 0n ? [last.holderId] : []));
  return {
    transferFrom: namesText(book, [...issued.map((one) => one.holderId), ...moved(1n)]),
    issuedTo: namesText(book, [...canceled.map((one) => one.holderId), ...moved(-1n)]),
  };
}

function again(book: UnitOfWork, one: Certificate): NewCertificate {
  const { classId, holderId, shares, form, prefix, restriction, legend, acquiredOn } = one;
  const lots = lotsOf(book, [one]);
  return {
    ...{ classId, holderId, shares, form, prefix, restriction, legend, acquiredOn },
    lots: lots.length > 0 ? lots : undefined,
  };
}

/** The lines of the control book, opposite to those of the original. Shares of a reserve go back to it. */
async function linesOf(book: UnitOfWork, original: Original): Promise<ClassLine[]> {
  const { id, kind, canceled, issued, movements } = original;
  const { classId } = touchedBy(original)[0]!;
  const inTreasury = (list: readonly Certificate[]) => sumShares(list.filter((one) => one.isTreasury));
  const treasury = inTreasury(canceled) - inTreasury(issued);
  if (kind === 'T') return treasury === 0n ? [] : [{ classId, treasury }];
  const moved = movements.reduce((sum, one) => sum + one.moved, 0n);
  const change = sumShares(canceled) - sumShares(issued) - moved;
  const { rows } = await book.tx.query<{ reserve_id: bigint; delta: bigint }>(
    'select reserve_id, delta from reserve_change where issuer_id = $1 and txn_id = $2 order by id',
    [book.issuerId, id],
  );
  const reserves = rows.map((row) => ({ reserveId: row.reserve_id, delta: -row.delta }));
  return [
    {
      classId: classOf(book, classId).id,
      ...(change > 0n ? { credited: change } : { debited: -change }),
      treasury,
      reserves,
    },
  ];
}

type StopRow = {
  certificate_id: bigint;
  kind: Stop['kind'];
  placed_on: string;
  note: string;
  placed_by: string;
  demanded_by: string;
  document: string;
  expires_on: string | null;
  notice_on: string | null;
};
const stopColumns =
  'certificate_id, kind, placed_on, note, placed_by, demanded_by, document, expires_on, notice_on';

/** A stop on another certificate, as it was placed. */
function stopAgain(book: UnitOfWork, one: Certificate, row: StopRow, placedOn: string): void {
  addStop(book, one, {
    kind: row.kind,
    placedOn,
    movedFrom: row.certificate_id,
    note: row.note,
    placedBy: row.placed_by,
    demandedBy: row.demanded_by,
    document: row.document,
    expiresOn: row.expires_on ?? undefined,
    noticeOn: row.notice_on ?? undefined,
  });
}

async function returnStops(book: UnitOfWork, original: Original, { madeOf }: Posted): Promise<void> {
  const { rows } = await book.tx.query<StopRow>(
    `select ${stopColumns} from stop where issuer_id = $1 and released_txn = $2 order by id`,
    [book.issuerId, original.id],
  );
  for (const row of rows) {
    const index = original.canceled.findIndex((one) => one.id === row.certificate_id);
    if (index !== -1) stopAgain(book, madeOf[index]!, row, madeOf[index]!.issuedOn);
  }
}

/** The active stops of certificates, as stored. */
async function stopsOn(book: UnitOfWork, certificates: readonly Certificate[]): Promise<StopRow[]> {
  await loadStops(
    book,
    certificates.map((one) => one.id),
  );
  const ids = certificates.flatMap((one) => activeStops(book, one.id).map((stop) => stop.id));
  const { rows } = await book.tx.query<StopRow>(
    `select ${stopColumns} from stop where issuer_id = $1 and id = any($2::bigint[]) order by id`,
    [book.issuerId, arrayText(ids)],
  );
  return rows;
}

/** From the day it was placed, or the day of the new certificate where that is later. */
function carryStop(book: UnitOfWork, row: StopRow, { issued }: Posted): void {
  for (const one of issued.filter(({ position }) => position === null))
    stopAgain(book, one, row, row.placed_on > one.issuedOn ? row.placed_on : one.issuedOn);
}
