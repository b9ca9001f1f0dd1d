// Pending issuances of API clients: the stored instruction, and its completion on its day.

import { createHash } from 'node:crypto';
import { queryPrepared } from '#registry/db/query-prepared';
import { sumShares } from '../core/certificates.ts';
import type { Entry } from '../core/entry.ts';
import { assertRule } from '../core/ledger-error.ts';
import type { Posted } from '../core/post.ts';
import type { Form, Lot, Restriction } from '../core/types.ts';
import type { Tx, UnitOfWork } from '../core/unit-of-work.ts';
import { verb } from '../core/verb.ts';
import { type IssueLine, issueIn } from './issue.ts';

/** What a Pending issuance does once it is due or the agent has approved it. */
export type Plan = { notBefore: string; classId: bigint; lines: readonly IssueLine[] };

/** Marks instructions stored in this form, to distinguish them from those that clerks enter as text. */
const form = 'issuance 1';
const opening = `{"form":"${form}"`;

/** The plan as stored with the transaction. */
export function instructionText({ notBefore, classId, lines }: Plan): string {
  const text = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  return JSON.stringify({ form, notBefore, classId, lines }, text);
}

function planOf(instruction: string): Plan {
  const stored = JSON.parse(instruction) as {
    notBefore: string;
    classId: string;
    lines: {
      holderId: string;
      shares: string;
      restriction: Restriction;
      form: Form;
      lots: (Omit<Lot, 'shares'> & { shares: string })[];
    }[];
  };
  const lines = stored.lines.map((line) => ({
    ...line,
    holderId: BigInt(line.holderId),
    shares: BigInt(line.shares),
    lots: line.lots.map((lot) => ({ ...lot, shares: BigInt(lot.shares) })),
  }));
  return { notBefore: stored.notBefore, classId: BigInt(stored.classId), lines };
}

/** A Pending issuance as it was received from an API client. */
export type InstructedTxn = {
  number: bigint;
  isPending: boolean;
  receivedOn: string;
  effectiveOn: string;
  authority: string;
  comments: string;
  chargeAmount: string;
  createdBy: { email: string; firstName: string; lastName: string };
  plan: Plan;
  /** Digest of the stored plan. */
  sha256: string;
};

/** The stored instruction of a transaction; undefined when no API client instructed it. */
export async function readInstructed(
  { tx, issuerId }: Pick<UnitOfWork, 'tx' | 'issuerId'>,
  txnId: bigint,
): Promise<InstructedTxn | undefined> {
  const { rows } = await queryPrepared<Record<string, string> & { number: bigint }>(
    tx,
    `select number, status, received_on, effective_on, authority, comments, charge_amount, created_by_email, created_by_first_name,
            created_by_last_name, instruction
       from txn where issuer_id = $1 and id = $2`,
    [issuerId, txnId],
  );
  const [row] = rows;
  if (!row || !isPlan(row.instruction!)) return undefined;
  return {
    number: row.number,
    isPending: row.status === 'Pending',
    receivedOn: row.received_on!,
    effectiveOn: row.effective_on!,
    authority: row.authority!,
    comments: row.comments!,
    chargeAmount: row.charge_amount!,
    createdBy: {
      email: row.created_by_email!,
      firstName: row.created_by_first_name!,
      lastName: row.created_by_last_name!,
    },
    plan: planOf(row.instruction!),
    sha256: createHash('sha256').update(row.instruction!).digest('hex'),
  };
}

export type CompleteIssuance = {
  issuerId: bigint;
  txnId: bigint;
  completedOn: string;
  /** Time of posting, ISO text in UTC. */
  processedAt: string;
};

/** Completes a Pending issuance from an API client; all rules of an issuance are checked again for this day. */
export async function completeIssuanceIn(book: UnitOfWork, input: CompleteIssuance): Promise<Posted> {
  const { rows } = await book.tx.query(
    'select received_on, effective_on, authority, instruction from txn where issuer_id = $1 and id = $2 for update',
    [book.issuerId, input.txnId],
  );
  const row = rows[0];
  assertRule(
    row && isPlan(row.instruction),
    'unknownTransaction',
    'txnId',
    `${book.issuerName} has no instructed issuance ${input.txnId}.`,
  );
  const { completedOn, processedAt } = input;
  const entry: Entry = {
    txnId: input.txnId,
    receivedOn: row.received_on,
    effectiveOn: row.effective_on,
    completedOn,
    processedAt,
    authority: row.authority,
  };
  const { classId, lines } = planOf(row.instruction);
  return issueIn(book, { issuerId: book.issuerId, entry, classId, lines });
}

export const completeIssuance = verb(completeIssuanceIn);

/**
 * Pending issuances of active issuers whose effective and process dates have come, oldest first. An item of the work
 * queue is completed by its own steps.
 */
export async function dueIssuances(tx: Tx, today: string): Promise<{ issuerId: bigint; txnId: bigint }[]> {
  const { rows } = await tx.query<{ issuer_id: bigint; id: bigint; instruction: string }>(
    `select t.issuer_id, t.id, t.instruction from txn t join issuer i on i.id = t.issuer_id
      where t.status = 'Pending' and t.kind = 'N' and i.status = 'Active' and t.effective_on <= $1
        and left(t.instruction, ${opening.length}) = $2 and ${withoutItem}
      order by t.effective_on, t.issuer_id, t.id`,
    [today, opening],
  );
  return rows
    .filter((row) => planOf(row.instruction).notBefore <= today)
    .map((row) => ({ issuerId: row.issuer_id, txnId: row.id }));
}

const withoutItem = 'not exists (select 1 from item q where q.issuer_id = t.issuer_id and q.txn_id = t.id)';

/** Pending issuances of API clients that are no items of the work queue, oldest first. */
export async function issuancesWithoutItem(tx: Tx): Promise<{ issuerId: bigint; txnId: bigint }[]> {
  const { rows } = await tx.query<{ issuer_id: bigint; id: bigint }>(
    `select t.issuer_id, t.id from txn t
      where t.status = 'Pending' and t.kind = 'N' and left(t.instruction, ${opening.length}) = $1 and ${withoutItem}
      order by t.issuer_id, t.id`,
    [opening],
  );
  return rows.map((row) => ({ issuerId: row.issuer_id, txnId: row.id }));
}

export type PendingItem = {
  txn_id: bigint;
  customer_issuer_id: bigint;
  issuer_status: string;
  effective_on: string | null;
  issued_to: string;
  /** Null for an item a clerk entered, which cannot be completed here. */
  class_id: bigint | null;
  shares: bigint | null;
  /** Its item of the work queue; null for one that is none. */
  item_id: bigint | null;
  stage: string | null;
};

/** All Pending issuances, which wait for the agent, oldest first. */
export async function pendingIssuances(tx: Tx): Promise<PendingItem[]> {
  const { rows } = await tx.query(
    `select t.id as txn_id, i.customer_id as customer_issuer_id, i.status as issuer_status, t.effective_on, t.issued_to,
            t.instruction, q.id as item_id, q.stage
       from txn t join issuer i on i.id = t.issuer_id
       left join item q on q.issuer_id = t.issuer_id and q.txn_id = t.id
      where t.status = 'Pending' and t.kind = 'N' order by t.received_on, t.id`,
  );
  return rows.map(({ instruction, ...row }) => {
    const plan = isPlan(instruction) ? planOf(instruction) : undefined;
    return { ...row, class_id: plan?.classId ?? null, shares: plan ? sumShares(plan.lines) : null };
  });
}

function isPlan(instruction: string): boolean {
  return instruction.startsWith(opening);
}
