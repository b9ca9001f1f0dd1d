// Locks and reads in two round trips what issuances to one issuer need.

import { sendAll } from '#registry/db/insert';
import { accountsOfCustomers } from '../core/accounts.ts';
import { type KnownHolder, lockHolders } from '../core/known-holders.ts';
import { changesFrom, keepUnissued } from '../core/limits.ts';
import { findUnitOfWork, issuerIdOf, type Tx, type UnitOfWork } from '../core/unit-of-work.ts';
import { heldOfCustomers } from '../core/write-counts.ts';
import type { Given } from './issuance-instruction.ts';

export type OpenedForIssuance = { known: Map<string, KnownHolder>; book: UnitOfWork | undefined };

/** Locks and reads the known holders, the issuer's book and all that a posting needs, in two round trips. */
export async function openForIssuance(tx: Tx, given: readonly Given[]): Promise<OpenedForIssuance> {
  const customerIssuerId = given[0]!.instruction.customerIssuerId;
  const from = new Map<string, string>();
  for (const { instruction } of given) {
    const day = instruction.entry.effectiveOn;
    for (const { customerId } of instruction.holders) {
      if (customerId === undefined) continue;
      const earlier = from.get(customerId);
      if (earlier === undefined || day < earlier) from.set(customerId, day);
    }
  }
  const firstDay = given.map((one) => one.instruction.entry.effectiveOn).sort()[0]!;
  const ids = [...from.keys()];
  let known = new Map<string, KnownHolder>();
  let issuerId: bigint | undefined;
  let changes: Awaited<ReturnType<typeof changesFrom>> = [];
  let accounts: Awaited<ReturnType<typeof accountsOfCustomers>> = [];
  let held: Awaited<ReturnType<typeof heldOfCustomers>> = [];
  await sendAll(tx, [
    async () => {
      known = await lockHolders(tx, ids, 'use');
    },
    async () => {
      issuerId = await issuerIdOf(tx, customerIssuerId);
    },
  ]);
  if (issuerId === undefined) return { known, book: undefined };
  const id = issuerId;
  const book = await findUnitOfWork(tx, id, [
    async () => {
      changes = await changesFrom(tx, id, firstDay);
    },
    async () => {
      accounts = await accountsOfCustomers(tx, id, ids);
    },
    async () => {
      held = await heldOfCustomers(tx, id, from);
    },
  ]);
  if (!book) return { known, book };
  keepUnissued(book, changes, firstDay, book.classes.values());
  for (const account of accounts) book.accounts.set(account.holderId, account);
  for (const { id, customerId } of known.values())
    book.heldBefore.set(id, {
      from: from.get(customerId)!,
      rows: held.filter((row) => row.holder_id === id),
    });
  return { known, book };
}
