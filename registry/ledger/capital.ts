// Changes authorized shares and reserves of a class.

import { emptySeries } from './core/daily-series.ts';
import { flushUnitOfWork } from './core/flush-unit-of-work.ts';
import { assertRule } from './core/ledger-error.ts';
import { checkOpened, postLine } from './core/limits.ts';
import { add, classOf, takeId, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export type ChangeAuthorized = {
  issuerId: bigint;
  classId: bigint;
  delta: bigint;
  effectiveOn: string;
  authority: string;
  recordedAt: string;
};

/**
 * Changes the authorized shares; requires written authority. An unlimited class gets its first limit from the
 * day it was opened. A limit below the issued and reserved shares of any day since is refused.
 */
export async function changeAuthorizedIn(book: UnitOfWork, input: ChangeAuthorized): Promise<void> {
  const facts = classOf(book, input.classId);
  assertRule(
    input.authority,
    'authorityMissing',
    'authority',
    'Authorized shares change on written authority only.',
  );
  assertRule(input.delta !== 0n, 'nothingMoved', 'delta', 'The number of authorized shares does not change.');
  checkOpened(facts, input.effectiveOn);
  const isFirst = facts.isUnlimited;
  if (isFirst) {
    facts.isUnlimited = false;
    book.changedClasses.add(facts);
    book.unissued.delete(facts.id);
    await flushUnitOfWork(book);
  }
  await postLine(
    book,
    { classId: facts.id, authorized: input.delta },
    {
      kind: 'Authorized',
      effectiveOn: isFirst ? facts.openedOn : input.effectiveOn,
      processedAt: input.recordedAt,
      authority: input.authority,
      txnId: null,
    },
  );
}

export const changeAuthorized = verb(changeAuthorizedIn);

export type OpenReserve = {
  issuerId: bigint;
  classId: bigint;
  name: string;
  kind: 'Plan' | 'PurchasePlan' | 'Warrants' | 'Conversion' | 'Other';
  shares: bigint;
  effectiveOn: string;
  authority: string;
  recordedAt: string;
};

/** Reserves authorized, unissued shares for one purpose. Returns the reserve's id. */
export async function openReserveIn(book: UnitOfWork, input: OpenReserve): Promise<bigint> {
  const facts = classOf(book, input.classId);
  const id = takeId(book, 'reserve');
  add(book, 'reserve', {
    issuer_id: book.issuerId,
    id,
    class_id: facts.id,
    name: input.name,
    kind: input.kind,
  });
  book.reserves.set(id, { id, classId: facts.id, name: input.name, track: emptySeries() });
  if (input.shares !== 0n) await changeReserveIn(book, { ...input, reserveId: id, delta: input.shares });
  return id;
}

export const openReserve = verb(openReserveIn);

export type ChangeReserve = {
  issuerId: bigint;
  classId: bigint;
  reserveId: bigint;
  delta: bigint;
  effectiveOn: string;
  authority: string;
  recordedAt: string;
};

/** Increases or decreases a reserve outside an issuance. */
export async function changeReserveIn(book: UnitOfWork, input: ChangeReserve): Promise<void> {
  assertRule(
    input.authority,
    'authorityMissing',
    'authority',
    'A reserve changes on written authority only.',
  );
  assertRule(input.delta !== 0n, 'nothingMoved', 'delta', 'The reserve does not change.');
  checkOpened(classOf(book, input.classId), input.effectiveOn);
  await postLine(
    book,
    { classId: input.classId, reserves: [{ reserveId: input.reserveId, delta: input.delta }] },
    {
      kind: 'Reserve',
      effectiveOn: input.effectiveOn,
      processedAt: input.recordedAt,
      authority: input.authority,
      txnId: null,
    },
  );
}

export const changeReserve = verb(changeReserveIn);
