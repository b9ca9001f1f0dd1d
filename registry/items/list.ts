// Queries of the work queue: pages of items, counts by stage, and changes since a number.

import type { ItemStage } from '#lib/contract/agent/values';
import { arrayText } from '#registry/db/insert';
import type { Db } from '#registry/db/session';
import { type Item, itemColumns, itemOf } from './item.ts';

/** An item with the names a list shows. */
export type ListedItem = {
  item: Item;
  customerIssuerId: bigint;
  issuerName: string;
  className: string | null;
};

export type ListGiven = {
  issuers: readonly bigint[];
  stages: readonly ItemStage[];
  kind: string | null;
  assignedTo: string | null;
  text: string | null;
  sortBy: 'Due' | 'Received' | 'Number' | 'Shares' | 'Stage';
  start: number;
  rows: number;
};

const orders: Record<ListGiven['sortBy'], string> = {
  Due: 't.due_on nulls last, t.received_at, t.issuer_id, t.id',
  Received: 't.received_at, t.issuer_id, t.id',
  Number: 't.issuer_id, t.txn_number nulls last, t.id',
  Shares: 't.shares desc nulls last, t.issuer_id, t.id',
  Stage: 't.stage, t.due_on nulls last, t.issuer_id, t.id',
};

type ListedRow = Parameters<typeof itemOf>[0] & {
  customer_issuer_id: bigint;
  issuer_name: string;
  class_name: string | null;
};

const joined = `from item t join issuer i on i.id = t.issuer_id
  left join security_class k on k.issuer_id = t.issuer_id and k.id = t.class_id`;
const names = 'i.customer_id as customer_issuer_id, i.name as issuer_name, k.name as class_name';

function listed(row: ListedRow): ListedItem {
  return {
    item: itemOf(row),
    customerIssuerId: row.customer_issuer_id,
    issuerName: row.issuer_name,
    className: row.class_name,
  };
}

/** One page of items, with the number of items in each stage under the same other filters. */
export async function itemPage(
  db: Db,
  given: ListGiven,
): Promise<{ items: ListedItem[]; total: number; counts: { stage: ItemStage; items: number }[] }> {
  const text = given.text ? `%${given.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null;
  const filter = `t.issuer_id = any($1::bigint[]) and ($2::text is null or t.kind = $2)
    and ($3::text is null or t.assigned_to = $3) and ($4::text is null or t.search_text like $4)`;
  const values = [arrayText(given.issuers), given.kind, given.assignedTo, text];
  const counts = await db.query<{ stage: ItemStage; items: bigint }>(
    `select t.stage, count(*) as items from item t where ${filter} group by t.stage`,
    values,
  );
  const { rows } = await db.query<ListedRow>(
    // Sorted and cut by narrow rows; the contents are read of the page alone. The issuers are named twice, so that Citus
    // reads those of one issuer from its shard.
    `with page as materialized (
       select t.issuer_id, t.id from item t where ${filter} and t.stage = any($5::text[])
        order by ${orders[given.sortBy]} offset $6 limit $7)
     select ${itemColumns}, ${names} ${joined} join page p on p.issuer_id = t.issuer_id and p.id = t.id
      where t.issuer_id = any($1::bigint[]) order by ${orders[given.sortBy]}`,
    [...values, arrayText(given.stages), given.start, given.rows],
  );
  const shown = counts.rows.filter((row) => given.stages.includes(row.stage));
  return {
    items: rows.map(listed),
    total: shown.reduce((sum, row) => sum + Number(row.items), 0),
    counts: counts.rows.map((row) => ({ stage: row.stage, items: Number(row.items) })),
  };
}

/** One item with its names; undefined when the issuer has none with this number. */
export async function listedItem(db: Db, issuerId: bigint, itemId: bigint): Promise<ListedItem | undefined> {
  const { rows } = await db.query<ListedRow>(
    `select ${itemColumns}, ${names} ${joined} where t.issuer_id = $1 and t.id = $2`,
    [issuerId, itemId],
  );
  return rows[0] && listed(rows[0]);
}

/** Changed items in one answer. With more, the list has to be read again. */
const changesMax = 200;

/** Items changed after a number, in the order of their changes. */
export async function changedItems(
  db: Db,
  issuers: readonly bigint[],
  after: bigint,
): Promise<{ items: ListedItem[]; isIncomplete: boolean }> {
  const { rows } = await db.query<ListedRow>(
    `select ${itemColumns}, ${names} ${joined}
      where t.changed > $2 and t.issuer_id = any($1::bigint[]) order by t.changed limit $3`,
    [arrayText(issuers), after, changesMax + 1],
  );
  return { items: rows.slice(0, changesMax).map(listed), isIncomplete: rows.length > changesMax };
}

/** The number of the last change of any item. */
export async function lastChange(db: Db): Promise<bigint> {
  const { rows } = await db.query<{ last: bigint }>(
    `select coalesce(max(next_id) - 1, 0)::bigint as last from counter where scope = 'item change'`,
  );
  return rows[0]!.last;
}
