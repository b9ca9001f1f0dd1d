// The history of an item: its steps with actor, stages and changed fields.

import type { ItemStage } from '#lib/contract/agent/values';
import { insertRows } from '#registry/db/insert';
import type { Db } from '#registry/db/session';
import type { Tx } from '#registry/ledger/core/unit-of-work';
import type { Actor, Item } from './item.ts';

export type Change = { field: string; before: string; after: string };

/** A step as it is taken. */
export type NewStep = {
  item: Item;
  at: string;
  by: Actor;
  action: string;
  from: ItemStage | null;
  reason?: string | null;
  changes?: readonly Change[];
};

/** A step of an item's history as stored. */
export type Step = {
  number: number;
  at: string;
  by: Actor;
  action: string;
  from: ItemStage | null;
  to: ItemStage;
  reason: string | null;
  obstacles: string[];
  changes: Change[];
  digest: string;
};

const columns = {
  issuer_id: 'bigint',
  item_id: 'bigint',
  number: 'int',
  at: 'timestamptz',
  by_email: 'text',
  by_first_name: 'text',
  by_last_name: 'text',
  action: 'text',
  from_stage: 'text',
  to_stage: 'text',
  reason: 'text',
  obstacles: 'text',
  changes: 'text',
  digest: 'text',
} as const;

/** Adds a step for each item. Every step raises the item's version, which is also the number of the step. */
export async function addSteps(tx: Tx, steps: readonly NewStep[]): Promise<void> {
  const rows = steps.map(({ item, at, by, action, from, reason, changes = [] }) => ({
    issuer_id: item.issuerId,
    item_id: item.id,
    number: item.version,
    at,
    by_email: by.email,
    by_first_name: by.firstName,
    by_last_name: by.lastName,
    action,
    from_stage: from,
    to_stage: item.stage,
    reason: reason ?? null,
    obstacles: item.obstacles.join(' '),
    changes: changes.length > 0 ? JSON.stringify(changes) : '',
    digest: item.digest,
  }));
  await insertRows(tx, 'item_step', columns, rows);
}

type StepRow = {
  number: number;
  at: string;
  by_email: string;
  by_first_name: string;
  by_last_name: string;
  action: string;
  from_stage: ItemStage | null;
  to_stage: ItemStage;
  reason: string | null;
  obstacles: string;
  changes: string;
  digest: string;
};

/** The history of an item, oldest step first. */
export async function readSteps(db: Db, issuerId: bigint, itemId: bigint): Promise<Step[]> {
  const { rows } = await db.query<StepRow>(
    `select ${Object.keys(columns).join(', ')} from item_step
      where issuer_id = $1 and item_id = $2 order by number`,
    [issuerId, itemId],
  );
  return rows.map((row) => ({
    number: row.number,
    at: row.at,
    by: { email: row.by_email, firstName: row.by_first_name, lastName: row.by_last_name },
    action: row.action,
    from: row.from_stage,
    to: row.to_stage,
    reason: row.reason,
    obstacles: row.obstacles.split(' ').filter(Boolean),
    changes: row.changes === '' ? [] : JSON.parse(row.changes),
    digest: row.digest,
  }));
}
