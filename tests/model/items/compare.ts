// Compares items of the registry with those of the model.

import { isDeepStrictEqual } from 'node:util';
import { type Row, sorted, where } from '../list.ts';
import { Divergence, type ModelRun } from '../model-run.ts';
import { open } from '../naive/items.ts';
import { rootOf } from '../naive/positions.ts';
import { ask } from './ask.ts';

const text = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one));

function equal(what: string, theirs: unknown, mine: unknown): void {
  const [a, b] = [JSON.parse(text(theirs)), JSON.parse(text(mine))];
  if (!isDeepStrictEqual(a, b)) throw new Divergence(`${what}: the registry has ${text(a)}, not ${text(b)}`);
}

const summary = ({ id, version, stage, issuer, kind, txn, next, reason, assignedTo }: Row) => ({
  ...{ itemId: id, version, stage, kind, customerIssuerId: issuer.customerIssuerId },
  ...{ controlTransactionId: txn?.id ?? null, assignedTo: assignedTo || null },
  ...{ holdReason: reason || null, nextActionOn: next || null },
});
const parts = (one: Record<string, unknown>, like: object) =>
  Object.fromEntries(Object.keys(like).map((name) => [name, one[name]]));

/** Compares an item with its files, approvals and history. */
export async function compareItem(run: ModelRun, item: Row): Promise<void> {
  const { issuer, files, history, approvals } = item;
  const query = { customerIssuerId: issuer.customerIssuerId, itemId: item.id };
  const { body } = await ask(run, 'GetItem', query);
  type Answer = Record<'files' | 'history' | 'approvals', Record<string, unknown>[]>;
  const theirs = body as Answer;
  equal(`item ${item.id}`, parts(body, summary(item)), summary(item));
  equal(
    `files of item ${item.id}`,
    theirs.files.map((one) => [one.documentId, one.name, one.removedReason]),
    files.map((one) => [one.id, one.name, one.reason || null]),
  );
  equal(
    `history of item ${item.id}`,
    theirs.history.map((one) => `${one.action} ${one.to}`),
    history,
  );
  equal(
    `approvals of item ${item.id}`,
    theirs.approvals.map((one) => (one.voidBecause === null ? 'counts' : 'void')),
    approvals,
  );
}

/** Compares every item, what is recorded of addresses, and the certificates that open items keep. */
export async function compareItems(run: ModelRun): Promise<void> {
  const { model, pool } = run;
  for (const issuer of model.issuers) {
    const query = {
      customerIssuerId: issuer.customerIssuerId,
      all: true,
      sortBy: 'Number',
      numberOfRows: 1000,
    };
    const { body } = await ask(run, 'GetItems', query);
    const mine = sorted(where(model.items, { issuer }), 'id').map(summary);
    const theirs = (body.items as Record<string, unknown>[])
      .map((one) => parts(one, summary(model.items[0]!)))
      .sort((a, b) => Number(a.itemId) - Number(b.itemId));
    equal(`items of issuer ${issuer.customerIssuerId}`, theirs, mine);
    const counted = open.map((stage) => where(mine as never as Row[], { stage }).length);
    const counts = body.counts as { stage: string; items: number }[];
    equal(
      'items in each stage',
      open.map((stage) => counts.find((one) => one.stage === stage)?.items ?? 0),
      counted,
    );
  }
  const ids = `{${model.issuers.map((one) => one.id).join(',')}}`;
  const rows = async (query: string) =>
    (await pool.query({ text: query, values: [ids], rowMode: 'array' })).rows;
  const kept = model.items
    .filter((one) => open.includes(one.stage))
    .flatMap((one) => one.certificates.map((paper) => `${one.id} ${rootOf(paper).id}`));
  equal(
    'certificates kept',
    (
      await rows(
        `select item_id || ' ' || certificate_id as line from item_certificate where issuer_id = any($1::bigint[])`,
      )
    )
      .flat()
      .sort(),
    kept.sort(),
  );
  equal(
    'searches',
    await rows(`select holder_id, number, searched_on::text, is_counted from holder_search
                 where issuer_id = any($1::bigint[]) order by issuer_id, id`),
    sorted(model.searches, 'issuer.id').map((one) => [
      one.holder.id,
      one.number,
      one.searched,
      one.isCounted,
    ]),
  );
  equal(
    'returned mail',
    await rows(`select holder_id, mailed_on::text, returned_on::text, coalesce(resent_on::text, '') from returned_mail
                 where issuer_id = any($1::bigint[]) order by issuer_id, id`),
    sorted(model.mails, 'issuer.id').map((one) => [one.holder.id, one.mailed, one.returned, one.resent]),
  );
  const holders = sorted(model.holders, 'id');
  equal(
    'bad addresses',
    (
      await pool.query({
        text: `select id, coalesce(bad_address_since::text, ''), coalesce(lost_since::text, '') from holder
                where id = any($1::bigint[]) order by id`,
        values: [`{${holders.map((one) => one.id).join(',')}}`],
        rowMode: 'array',
      })
    ).rows,
    holders.map((one) => [one.id, one.bad ?? '', one.lost ?? '']),
  );
}
