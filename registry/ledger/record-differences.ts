import type { CauseKind, DifferenceBasis, ResolutionKind } from '#registry/db/difference-kinds';
import { assertRule } from './core/ledger-error.ts';
import { add, classOf, takeId, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

/**
 * Differences between the records and what was presented or counted. They move no shares: they appear in the control
 * book and on TA-2 only, never in balances.
 */

/** What is known about a difference, at its opening or later. */
export type DifferenceFacts = {
  /** The day of opening where nothing else is known. Age counts from here. */
  existedSince?: string | null;
  basis?: DifferenceBasis;
  cause: string;
  causeKind?: CauseKind | '';
  /** As printed on the paper; the register need not know them. */
  certificates?: readonly string[];
  holderId?: bigint | null;
  itemId?: bigint | null;
  isOverIssuance?: boolean;
  byPriorAgent?: boolean;
  /** The day of opening where nothing else is known. The days to the buy-in count from here. */
  discoveredOn?: string | null;
  letterOn?: string | null;
  bond?: string;
  boughtIn?: { on: string; shares: bigint; price: string | null; from: string } | null;
  note?: string;
};

export type RecordDifference = DifferenceFacts & {
  issuerId: bigint;
  classId: bigint;
  openedOn: string;
  shares: bigint;
  resolvedOn?: string;
  openedBy?: string;
  steps?: readonly { takenOn: string; note: string; recordedBy: string }[];
};

const factColumns = (facts: DifferenceFacts) => ({
  existed_since: facts.existedSince ?? null,
  basis: facts.basis ?? 'Detail',
  cause: facts.cause,
  cause_kind: facts.causeKind ?? '',
  certificates: (facts.certificates ?? []).join(', '),
  holder_id: facts.holderId ?? null,
  item_id: facts.itemId ?? null,
  is_over_issuance: facts.isOverIssuance ?? false,
  by_prior_agent: facts.byPriorAgent ?? false,
  discovered_on: facts.discoveredOn ?? null,
  letter_on: facts.letterOn ?? null,
  bond: facts.bond ?? '',
  bought_in_on: facts.boughtIn?.on ?? null,
  bought_in_shares: facts.boughtIn?.shares ?? null,
  bought_in_price: facts.boughtIn?.price ?? null,
  bought_in_from: facts.boughtIn?.from ?? '',
  note: facts.note ?? '',
});

/** Opens a record difference. */
export async function recordDifferenceIn(book: UnitOfWork, input: RecordDifference): Promise<bigint> {
  classOf(book, input.classId);
  assertRule(input.shares !== 0n, 'nothingMoved', 'shares', 'A record difference has a number of shares.');
  assertRule(
    !input.resolvedOn || input.openedOn <= input.resolvedOn,
    'dateOrder',
    'resolvedOn',
    'A difference cannot be resolved before it was opened.',
  );
  assertSince(input.existedSince, input.openedOn);
  const id = takeId(book, 'difference');
  add(book, 'record_difference', {
    issuer_id: book.issuerId,
    id,
    class_id: input.classId,
    opened_on: input.openedOn,
    resolved_on: input.resolvedOn,
    shares: input.shares,
    opened_by: input.openedBy ?? '',
    ...factColumns(input),
  });
  for (const [index, step] of (input.steps ?? []).entries())
    add(book, 'record_difference_step', {
      issuer_id: book.issuerId,
      difference_id: id,
      number: index + 1,
      taken_on: step.takenOn,
      note: step.note,
      recorded_by: step.recordedBy,
    });
  return id;
}

export const recordDifference = verb(recordDifferenceIn);

function assertSince(existedSince: string | null | undefined, openedOn: string): void {
  assertRule(
    !existedSince || existedSince <= openedOn,
    'dateOrder',
    'existedSince',
    'A difference cannot be found before it existed.',
  );
}

export type ChangeDifference = DifferenceFacts & {
  issuerId: bigint;
  differenceId: bigint;
  openedOn: string;
  /** What was changed and why; kept among the steps. */
  step: { takenOn: string; note: string; recordedBy: string };
};

/** Replaces what is known about an open difference. Class, shares and day of opening stay. */
export async function changeDifferenceIn(book: UnitOfWork, input: ChangeDifference): Promise<void> {
  assertSince(input.existedSince, input.openedOn);
  const columns = factColumns(input);
  const names = Object.keys(columns).map((name, index) => `${name} = $${index + 3}`);
  const { rowCount } = await book.tx.query(
    `update record_difference set ${names.join(', ')}, version = version + 1
      where issuer_id = $1 and id = $2 and resolved_on is null`,
    [book.issuerId, input.differenceId, ...Object.values(columns)],
  );
  assertRule(
    rowCount === 1,
    'unknownDifference',
    'differenceId',
    `No open difference ${input.differenceId}.`,
  );
  await addDifferenceStepIn(book, {
    issuerId: input.issuerId,
    differenceId: input.differenceId,
    ...input.step,
  });
}

export const changeDifference = verb(changeDifferenceIn);

export type ResolveDifference = {
  issuerId: bigint;
  differenceId: bigint;
  resolvedOn: string;
  resolution?: string;
  resolvedBy?: string;
  kind?: ResolutionKind | '';
  txnId?: bigint | null;
};

export async function resolveDifferenceIn(book: UnitOfWork, input: ResolveDifference): Promise<void> {
  const { rowCount } = await book.tx.query(
    `update record_difference set resolved_on = $3, resolution = $4, resolved_by = $5, resolution_kind = $6,
            resolution_txn = $7, version = version + 1
      where issuer_id = $1 and id = $2 and resolved_on is null and opened_on <= $3`,
    [
      book.issuerId,
      input.differenceId,
      input.resolvedOn,
      input.resolution ?? '',
      input.resolvedBy ?? '',
      input.kind ?? '',
      input.txnId ?? null,
    ],
  );
  assertRule(
    rowCount === 1,
    'unknownDifference',
    'differenceId',
    `No open difference ${input.differenceId}.`,
  );
}

export const resolveDifference = verb(resolveDifferenceIn);

export type DifferenceStep = {
  issuerId: bigint;
  differenceId: bigint;
  takenOn: string;
  note: string;
  recordedBy: string;
};

/** Adds a step to an open difference and returns its number; 17Ad-11 asks for the steps taken. */
export async function addDifferenceStepIn(book: UnitOfWork, input: DifferenceStep): Promise<number> {
  const { rows } = await book.tx.query<{ number: number }>(
    `insert into record_difference_step (issuer_id, difference_id, number, taken_on, note, recorded_by)
     select d.issuer_id, d.id,
            1 + (select count(*)::int from record_difference_step s where s.issuer_id = $1 and s.difference_id = $2),
            $3, $4, $5
       from record_difference d where d.issuer_id = $1 and d.id = $2 and d.resolved_on is null
     returning number`,
    [book.issuerId, input.differenceId, input.takenOn, input.note, input.recordedBy],
  );
  assertRule(
    rows.length === 1,
    'unknownDifference',
    'differenceId',
    `No open difference ${input.differenceId}.`,
  );
  return rows[0]?.number ?? 0;
}

export const addDifferenceStep = verb(addDifferenceStepIn);
