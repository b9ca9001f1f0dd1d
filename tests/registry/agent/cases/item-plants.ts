// Damages stored items and expects the invariant of items to find each damage.

import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import type { Violation } from '#registry/ledger/invariants/check';
import { violations } from '#registry/ledger/invariants/run';
import type { Registry } from '#tests/registry/boot';
import {
  carryOut,
  clerk,
  operator,
  received,
  saleContent,
  someBookEntry,
  someCertificate,
  steps,
} from '../items.ts';

/** Damage to the stored items, by the item it is done to; `$1` is that item. */
const plants: Record<string, [what: string, sql: string][]> = {
  posted: [
    ['a posted item whose transaction was canceled', `update item set stage = 'Canceled' where id = $1`],
    ['a transaction of another kind', `update item set kind = 'Retirement' where id = $1`],
    ['a posted item that nobody posted', 'update item set posted_by = null where id = $1'],
    ['a posted item that has not ended', 'update item set ended_at = null where id = $1'],
    ['a step that is missing', 'delete from item_step where item_id = $1 and number = 2'],
    [
      'a step from another stage',
      `update item_step set from_stage = 'Held' where item_id = $1 and number = 3`,
    ],
    [
      'an approval that led to the end',
      `update item_step set to_stage = 'Posted' where item_id = $1 and action = 'approve'`,
    ],
    ['another content than was approved', `update item set content = content || ' ' where id = $1`],
    [
      'a step with another digest',
      `update item_step set digest = 'x' where item_id = $1 and action = 'post'`,
    ],
    ['an approval that was void', `update item_approval set void_because = '[]' where item_id = $1`],
    ['an approval without its step', 'update item_approval set number = number + 1 where item_id = $1'],
    ['an approval that is gone', 'delete from item_approval where item_id = $1'],
    [
      'an approval by who entered',
      `update item_approval set by_email = 'CLERK@harborline.example' where item_id = $1`,
    ],
    [
      'an approval by who added a file since',
      `update item_step set by_email = 'Operator@harborline.example ' where item_id = $1 and action = 'addFile'`,
    ],
    [
      'another approver than the one of the approval',
      `update item set approved_by = 'x@y.example' where id = $1`,
    ],
    ['an approval that counts, of an item not approved', 'update item set approved_by = null where id = $1'],
    [
      'a file of other bytes',
      `update item_file set content = content || 'x' where item_id = $1 and content is not null`,
    ],
    [
      'a file of another size',
      'update item_file set size = size + 1 where item_id = $1 and content is not null',
    ],
    ['a file without bytes', 'update item_file set content = null where item_id = $1 and removed_at is null'],
    [
      'a removed file with bytes',
      `update item_file set content = '%PDF-' where item_id = $1 and removed_at is not null`,
    ],
    ['a file that is gone', 'delete from item_file where item_id = $1 and removed_at is null'],
    [
      'a rejection of an item that was posted',
      `insert into rejection (issuer_id, id, item_id, kind, rejected_on, reason_code, reason, shares)
       select issuer_id, 1, id, 'Other', '2026-11-20', 'O01', '', 0 from item where id = $1`,
    ],
    [
      'a certificate kept by an item that ended',
      'insert into item_certificate select issuer_id, 1, id from item where id = $1',
    ],
    ['a reversal of an item that corrects nothing', 'update item set reversal_txn = txn_id where id = $1'],
  ],
  held: [
    ['a hold without a reason', 'update item set hold_reason = null where id = $1'],
    ['a hold without a day', 'update item set next_action_on = null where id = $1'],
    [
      'an open item on a certificate that does not exist',
      'insert into item_certificate select issuer_id, 1, id from item where id = $1',
    ],
    [
      'a second item of one transaction',
      `insert into item select (jsonb_populate_record(i, '{"id": 1}')).* from item i where id = $1`,
    ],
  ],
  rejected: [
    [
      'a rejected item without its record',
      'delete from rejection where txn_id = (select txn_id from item where id = $1)',
    ],
    [
      'a rejection on the list of another reason',
      `update rejection set kind = 'DTC' where txn_id = (select txn_id from item where id = $1)`,
    ],
  ],
  correction: [
    ['a correction without its reversal', 'update item set reversal_txn = null where id = $1'],
    ['a correction of another transaction', 'update item set corrects_txn = corrects_txn - 1 where id = $1'],
    [
      'a replacement of another transaction',
      'update txn set replaces_txn = replaces_txn - 1 where id = (select replacement_txn from item where id = $1)',
    ],
    [
      'a transaction that was reversed twice',
      `update txn set reverses_txn = (select corrects_txn from item where id = $1)
        where id = (select replacement_txn from item where id = $1)`,
    ],
  ],
  search: [
    ['a search that was posted and is not recorded', 'delete from holder_search where item_id = $1'],
    [
      'a search that is recorded for another item',
      'update holder_search set item_id = item_id - 1 where item_id = $1',
    ],
  ],
  mail: [['mail that was posted and is not recorded', 'delete from returned_mail where item_id = $1']],
};

/** The invariant of items finds each damage. */
export function itemPlants(registry: () => Registry): void {
  const pool = () => registry().database.pool;

  /** One item of each sort, by its name in `plants`. */
  async function items(): Promise<{ issuerId: bigint; ids: Record<string, number> }> {
    const { enter, take, detail } = steps(registry());
    const source = await someBookEntry(registry(), 1008);
    const entered = await enter(1008, await saleContent(registry(), source, 10), clerk);
    const held = { reason: 'Signature in doubt', nextActionOn: '2026-11-23' };
    const query = (version: number, name: string) =>
      new URLSearchParams({
        ...{ customerIssuerId: '1008', itemId: `${entered.itemId}`, version: `${version}`, name },
        ...{ actorEmail: clerk.email, actorFirstName: 'Casey', actorLastName: 'Lindqvist' },
      });
    for (const [version, name] of [
      [1, 'first.pdf'],
      [2, 'second.pdf'],
    ] as const) {
      const headers = { 'content-type': 'application/pdf' };
      const file = { body: `%PDF-1.4 ${name}`, headers };
      const added = await registry().call(`/agent/v1/items/documents?${query(version, name)}`, file);
      expect([added.status, added.text]).toEqual([200, expect.any(String)]);
    }
    const { files } = await detail(entered);
    const removed = await registry().call('/agent/v1/items/documents/remove', {
      body: {
        ...{ actor: clerk, customerIssuerId: 1008, itemId: entered.itemId, version: 3 },
        ...{ documentId: files[1].documentId, reason: 'Another item' },
      },
    });
    expect(removed.status).toBe(200);
    await take('submit', [await detail(entered)], clerk);
    await take('approve', [await detail(entered)], operator);
    expect(await take('post', [await detail(entered)], operator)).toMatchObject([{ isDone: true }]);

    const other = async () => saleContent(registry(), await someCertificate(registry(), 1008), 12);
    const waiting = await enter(1008, await other(), clerk);
    await take('hold', [waiting], clerk, held);
    const refused = await enter(1008, await other(), clerk);
    await take('reject', [refused], operator, { kind: 'Medallion', reasonCode: 'M02' });
    const correction = await carryOut(registry(), 1008, {
      ...{ kind: 'Correction', ...received, reason: 'Wrong account', caseCode: 'Gift' },
      correctsControlTransactionId: (await detail(entered)).controlTransactionId,
      lines: [
        { systemShareholderId: (await detail(entered)).content.lines[0].systemShareholderId, shares: 9 },
      ],
    });
    const about = { ...received, systemShareholderId: source.holderId };
    const returnedMail = { piece: 'Statement', mailedOn: '2026-07-01', returnedOn: '2026-07-10' };
    const mail = await carryOut(registry(), 1008, { ...about, kind: 'ReturnedMail', returnedMail });
    const found = { number: 1, searchedOn: '2026-11-19', service: 'Locator', by: 'Name', terms: source.name };
    const search = await carryOut(registry(), 1008, {
      ...{ ...about, kind: 'LostSearch', search: { ...found, result: 'NotFound' } },
    });
    const release = { ...about, kind: 'AddressRelease', reason: 'End of the test' };
    await carryOut(registry(), 1008, { ...release, documents: [{ kind: 'OwnerLetter', state: 'Original' }] });
    const all = { posted: entered, held: waiting, rejected: refused, correction, search, mail };
    return {
      issuerId: source.issuerId,
      ids: Object.fromEntries(Object.entries(all).map(([name, one]) => [name, one.itemId])),
    };
  }

  test('the stored items hold, and each planted violation is found', { tags: ['long'] }, async () => {
    const { issuerId, ids } = await items();
    const ofItems = async (db: Parameters<typeof violations>[0]) => {
      const found: Violation[] = [];
      for await (const one of violations(db, issuerId)) if (one.invariant === 41) found.push(one);
      return found;
    };
    expect(await ofItems(pool())).toEqual([]);
    const missed: string[] = [];
    for (const [name, list] of Object.entries(plants))
      for (const [what, sql] of list) {
        const undo = new Error('undo');
        await registry()
          .database.asOwner((owner) =>
            withTransaction(owner, async (tx) => {
              await tx.query(sql, [ids[name]]);
              if ((await ofItems(tx)).length === 0) missed.push(what);
              throw undo;
            }),
          )
          .catch((error) => {
            if (error !== undo) throw new Error(`${what}: ${error}`);
          });
      }
    expect(missed).toEqual([]);
  });
}
