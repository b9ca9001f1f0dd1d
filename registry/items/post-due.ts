// Posts the items whose later day has come.

import type { Pool } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import type { ApprovalRule } from './approval/approval-rule.ts';
import { readContent } from './content/content.ts';
import { localDay, postingDay } from './rules/clock.ts';
import { type Given, holdItem, postItems, recordVoid, StepRefused } from './take-steps.ts';
import type { Requester } from './try-content.ts';

/** Somebody else took a step meanwhile. */
const passed: readonly string[] = ['unknownItem', 'staleVersion', 'wrongStage'];

/**
 * Posts each item that became ready for a later day, once that day has come, in a transaction of its own. One that is
 * refused is not tried again: where its approval is void, it is entered again, and otherwise it is held, with the reason.
 * An item that became ready on its day or later waits for a user. Returns the number posted.
 */
export async function postDueItems(pool: Pool, asked: Requester, rule: ApprovalRule): Promise<number> {
  let posted = 0;
  const failed: unknown[] = [];
  for (const given of await dueItems(pool, asked)) {
    const { acknowledged } = given;
    try {
      await withTransaction(pool, (tx) =>
        postItems(tx, given.issuerId, [given], asked, { acknowledged, rule }),
      );
      posted += 1;
    } catch (error) {
      // The others are posted all the same.
      await keepRefusal(pool, given, asked, error).catch((reason) => failed.push(reason));
    }
  }
  if (failed.length > 0) throw failed[0];
  return posted;
}

/** With the warnings of each: who submits an item that needs no approval has read those of then. */
type Due = Given & { acknowledged: readonly string[] };

async function dueItems(db: Db, { today, timeZone }: Requester): Promise<Due[]> {
  const { rows } = await db.query<{
    issuer_id: bigint;
    id: bigint;
    version: number;
    content: string;
    obstacles: string;
    at: string;
  }>(
    `select t.issuer_id, t.id, t.version, t.content, t.obstacles, s.at
       from item t
       join lateral (select at from item_step
                      where issuer_id = t.issuer_id and item_id = t.id and action in ('submit', 'approve')
                      order by number desc limit 1) as s on true
      where t.stage = 'Ready' and t.effective_on <= $1
        and (t.kind = 'Issuance' or t.effective_on > (s.at at time zone $2)::date)
      order by t.effective_on, t.received_at, t.issuer_id, t.id`,
    [today, timeZone],
  );
  return rows
    .filter((row) => {
      const day = postingDay(readContent(row.content));
      return day !== null && day > localDay(row.at, timeZone) && day <= today;
    })
    .map((row) => ({
      ...{ issuerId: row.issuer_id, itemId: row.id, version: row.version },
      acknowledged: row.obstacles.split(' ').filter(Boolean),
    }));
}

async function keepRefusal(pool: Pool, given: Given, asked: Requester, error: unknown): Promise<void> {
  if (!(error instanceof StepRefused || error instanceof LedgerError)) throw error;
  const { voidBecause, code } =
    error instanceof StepRefused ? error : { voidBecause: [], code: error.rule as string };
  if (passed.includes(code)) return;
  const reason = `Not posted on its day. ${error.message}`;
  await withTransaction(pool, (tx) =>
    voidBecause.length > 0
      ? recordVoid(tx, given, asked, voidBecause)
      : holdItem(tx, given, asked, { reason, nextActionOn: asked.today }),
  ).catch((other) => {
    if (!(other instanceof StepRefused && passed.includes(other.code))) throw other;
  });
}
