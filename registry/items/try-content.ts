// Tries the content of an item in a book that is never written.

import type { ItemContent } from '#lib/contract/agent/content';
import { lastingId } from '#registry/ledger/core/positions';
import { beginTrial, type Tx } from '#registry/ledger/core/unit-of-work';
import { approvalFacts, type Facts } from './approval/approval.ts';
import { type Examined, examine, type Run, runItem } from './examine.ts';
import type { Actor, Item } from './item.ts';
import type { Work } from './item-work.ts';
import { emptyReadCache } from './reads/read-cache.ts';

/** Who requests a step, and when: the same for every item of a request. */
export type Requester = {
  actor: Actor;
  clientId: string;
  mayUseAnyHolder: boolean;
  today: string;
  timeZone: string;
  cutoff: string;
  now: string;
};

export type Tried = { work: Work; examined: Examined; facts: Facts; run: Run };

/** Tries a content in a book that is never written: what stands against it, and what it would do. */
export async function tryContent(
  tx: Tx,
  issuerId: bigint,
  content: ItemContent,
  item: Item | null,
  asked: Requester,
): Promise<Tried> {
  const book = await beginTrial(tx, issuerId);
  const work: Work = { book, known: emptyReadCache(), content, item, registered: new Set(), ...asked };
  const examined = await examine(work);
  // Before it is carried out: the facts are those of now.
  const facts = await approvalFacts(work, examined);
  const run = await runItem(work, examined);
  if (!run.hasRun && run.refusal) examined.obstacles.push(run.refusal);
  return { work, examined, facts, run };
}

/** The certificates that an item presents, as found. */
export function presentedBy({ id }: Item, { examined }: Tried): { itemId: bigint; certificateId: bigint }[] {
  return examined.prepared.certificates.map((one) => ({
    itemId: id,
    certificateId: lastingId(one),
  }));
}
