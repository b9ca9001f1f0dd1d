// Tests of issuances of the interface as items, in manual mode.

import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { logInstructions } from '#registry/items/log-instruction';
import { registryRequester } from '#registry/items/registry-requester';
import { violations } from '#registry/ledger/invariants/run';
import { completeDue } from '#registry/ledger/issuance/due-issuances';
import type { RegistryServer } from '#registry/server';
import type { Registry } from '#tests/registry/boot';
import { command } from '#tests/registry/command';
import { type Body, holderBody, issuanceBody, issuancePath } from '#tests/registry/writes/write-bodies';
import { readsAfter } from '#tests/registry/writes/write-reads';
import { clerk, operator, steps } from '../items.ts';

type Answer = { controlTransactionId: number };

/** Issuances of the interface in manual mode: items of the work queue. */
export function instructed(registry: () => Registry): void {
  const { inStatusList } = readsAfter(registry);

  /** Runs `work` with a registry of the same books that completes issuances by hand. */
  async function inManualMode(work: (instruct: Instruct) => Promise<void>): Promise<void> {
    const manual: RegistryServer = await registry().another({ issuanceMode: 'manual', publicUrl: undefined });
    const authorization = `Bearer ${await registry().tokenFor('demo-agent')}`;
    try {
      await work((changed, init = {}) =>
        fetch(`${manual.baseUrl}${issuancePath}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ ...issuanceBody(changed), ...init }),
        }),
      );
    } finally {
      await manual.close(0);
    }
  }

  async function itemOf(txnId: number) {
    const { rows } = await registry().database.pool.query<{ id: bigint }>(
      'select id from item where txn_id = $1',
      [txnId],
    );
    expect(rows).toHaveLength(1);
    const { detail } = steps(registry());
    return detail({ customerIssuerId: 1001, itemId: Number(rows[0]!.id), version: 0 });
  }

  async function checkOf({ itemId }: { itemId: number }) {
    const response = await registry().call('/agent/v1/items/check', {
      body: { customerIssuerId: 1001, itemId },
    });
    expect(response.status).toBe(200);
    return response.body as {
      obstacles: { code: string; effect: string }[];
      effect: { certificatesIssued: { shares: number; restrictionCode: string }[] } | null;
    };
  }

  const twoHolders = {
    comments: 'Grant of November',
    chargeAmount: 12.5,
    certificateType: 'Certificate',
    shareholder: holderBody({ customerShareholderId: 'API-1', name: 'ADA ONE', sortName: 'ONE, ADA' }),
    certificates: [
      {
        shares: 60,
        restrictionCode: null,
        TaxLots: [{ acquisitionDate: '2026-11-02', shares: 60, totalCost: 6 }],
      },
      {
        shares: 40,
        restrictionCode: 'R',
        shareholder: holderBody({ customerShareholderId: 'API-2', name: 'BEN TWO', sortName: 'TWO, BEN' }),
      },
    ],
  };

  test('one is received as an item with its instruction, approved by a second user and posted as instructed', async () => {
    await inManualMode(async (instruct) => {
      const response = await instruct(twoHolders, { idempotencyId: 'manual-1' });
      const { controlTransactionId: txnId } = (await response.json()) as Answer;
      expect(response.status).toBe(200);
      const again = await instruct(twoHolders, { idempotencyId: 'manual-1' });
      expect(again.status).toBe(409);
      const item = await itemOf(txnId);
      expect(item).toMatchObject({
        kind: 'Issuance',
        stage: 'Entered',
        version: 1,
        controlTransactionId: txnId,
        displayTransactionId: txnId,
        shares: 100,
        transferFrom: '',
        issuedTo: 'ADA ONE; BEN TWO',
        purpose: '',
        dueDate: null,
        obstacles: [],
        enteredBy: 'robin@agent.example',
        effectiveDate: '2026-11-20',
        isApprovalRequired: true,
        content: {
          channel: 'Api',
          receivedAt: '2026-11-20T15:00:00.000Z',
          comments: 'Grant of November',
          chargeAmount: '12.5',
          authority: { text: 'Instruction of Robin Okafor, robin@agent.example' },
          lines: [],
          instruction: { certificates: 2, shares: 100, notBefore: '2026-11-20' },
        },
        history: [{ action: 'enter', to: 'Entered', by: { email: 'robin@agent.example' } }],
      });
      expect((await checkOf(item)).effect?.certificatesIssued).toMatchObject([
        { shares: 60, restrictionCode: 'N', certificateType: 'Certificate', name: 'ADA ONE' },
        { shares: 40, restrictionCode: 'R', name: 'BEN TWO' },
      ]);
      expect(await inStatusList(1001, txnId)).toMatchObject({ status: 'Pending' });

      const { take, detail } = steps(registry());
      await take('submit', [item], clerk);
      const submitted = await detail(item);
      const instructor = { ...clerk, email: 'Robin@agent.example' };
      expect(await take('approve', [submitted], instructor)).toMatchObject([{ code: 'sameUser' }]);
      expect(await take('post', [submitted], clerk)).toMatchObject([{ code: 'wrongStage' }]);
      expect(await take('approve', [submitted], operator)).toMatchObject([{ isDone: true }]);
      expect(await take('post', [await detail(item)], clerk)).toMatchObject([
        { isDone: true, stage: 'Posted' },
      ]);
      expect(await inStatusList(1001, txnId)).toMatchObject({
        status: 'Completed',
        completedDate: '11/20/2026',
        issuedTo: 'ADA ONE; BEN TWO',
      });
      const { rows } = await registry().database.pool.query(
        `select c.shares::int, c.form, c.restriction, h.customer_id, t.sub_kind, t.authority, t.comments, t.is_presented,
                t.charge_amount::text as charge,
                (select l.total_cost::text from tax_lot l where l.issuer_id = c.issuer_id and l.certificate_id = c.id) as cost
           from certificate c join holder h on h.id = c.holder_id join txn t on t.issuer_id = c.issuer_id and t.id = c.issued_txn
          where c.issued_txn = $1 order by c.id`,
        [txnId],
      );
      const same = {
        form: 'Certificate',
        sub_kind: '',
        authority: 'Instruction of Robin Okafor, robin@agent.example',
        comments: 'Grant of November',
        is_presented: false,
        charge: '12.5',
      };
      expect(rows).toEqual([
        { ...same, shares: 60, restriction: 'N', customer_id: 'API-1', cost: '6' },
        { ...same, shares: 40, restriction: 'R', customer_id: 'API-2', cost: null },
      ]);
    });
  });

  test('1,200 certificates are one item; instructions at the same time are one item each', async () => {
    await inManualMode(async (instruct) => {
      const certificates = Array.from({ length: 1200 }, () => ({ shares: 1, restrictionCode: null }));
      const { controlTransactionId: many } = (await (await instruct({ certificates })).json()) as Answer;
      const item = await itemOf(many);
      expect(item).toMatchObject({ shares: 1200, content: { instruction: { certificates: 1200 } } });
      expect((await checkOf(item)).effect?.certificatesIssued).toHaveLength(1200);

      const responses = await Promise.all(Array.from({ length: 20 }, () => instruct()));
      const ids = await Promise.all(
        responses.map(async (one) => ((await one.json()) as Answer).controlTransactionId),
      );
      expect(new Set(ids).size).toBe(20);
      for (const id of ids) expect(await itemOf(id)).toMatchObject({ shares: 100, stage: 'Entered' });
      await end(ids);
      await end([many]);
    });
  });

  test('an edit keeps the instruction, and adds no certificates to it', async () => {
    await inManualMode(async (instruct) => {
      const { controlTransactionId: txnId } = (await (await instruct()).json()) as Answer;
      const item = await itemOf(txnId);
      const { instruction, ...rest } = item.content;
      const edit = async (version: number, content: object) => {
        const body = { customerIssuerId: 1001, itemId: item.itemId, version, actor: clerk, content };
        const response = await registry().call('/agent/v1/items/update', { body });
        expect([response.status, response.text]).toEqual([200, expect.any(String)]);
        return response.body;
      };
      const other = { ...instruction, shares: 7, sha256: '0' };
      const purpose = 'Stock award';
      expect(await edit(1, { ...rest, purpose, instruction: other })).toMatchObject({
        purpose,
        shares: 100,
        content: { purpose, instruction },
        obstacles: [],
      });
      const lines = [{ systemShareholderId: 1, shares: 5 }];
      expect(await edit(2, { ...rest, purpose, lines })).toMatchObject({
        obstacles: ['instructedOnly'],
        content: { instruction },
      });
      await edit(3, { ...rest, purpose });
      // An instruction that is not the one received is not posted.
      const undo = new Error('undo');
      const found: string[] = [];
      const look = async (db: Parameters<typeof violations>[0]) => {
        for await (const one of violations(db, BigInt(txnId) / 100_000_000n))
          if (one.invariant === 41) found.push(one.sentence);
      };
      await look(registry().database.pool);
      expect(found).toEqual([]);
      await withTransaction(registry().database.pool, async (tx) => {
        await tx.query(`update txn set instruction = replace(instruction, '"100"', '"101"') where id = $1`, [
          txnId,
        ]);
        await look(tx);
        expect(found).toContain('Its digest is not that of the instruction of its transaction');
        throw undo;
      }).catch((error) => {
        if (error !== undo) throw error;
      });
      const { take, detail } = steps(registry());
      await registry().database.pool.query(
        `update txn set instruction = replace(instruction, '"100"', '"101"') where id = $1`,
        [txnId],
      );
      expect((await checkOf(item)).obstacles).toMatchObject([
        { code: 'instructionChanged', effect: 'Refuses' },
      ]);
      expect(await take('submit', [await detail(item)], clerk)).toMatchObject([{ code: 'obstacles' }]);
      await registry().database.pool.query(
        `update txn set instruction = replace(instruction, '"101"', '"100"') where id = $1`,
        [txnId],
      );
      await end([txnId]);
    });
  });

  test('a new item cannot name an instruction', async () => {
    const body = {
      customerIssuerId: 1001,
      content: {
        kind: 'Issuance',
        receivedAt: '2026-11-20',
        channel: 'Api',
        authority: { text: 'Resolution' },
        instruction: { certificates: 1, shares: 5, notBefore: '2026-11-20', sha256: 'ab' },
      },
    };
    const response = await registry().call('/agent/v1/items/check', { body });
    const { obstacles } = response.body as { obstacles: { code: string; field: string }[] };
    expect(obstacles.map(({ code, field }) => `${code} ${field}`)).toContain('incomplete lines');
  });

  test('what waits in auto mode is completed by itself; in manual mode it becomes an item and is not', async () => {
    const { pool } = registry().database;
    const response = await registry().call(issuancePath, {
      body: issuanceBody({ effectiveDate: '2026-12-03', processDate: '2026-12-04' }),
    });
    const { controlTransactionId: txnId } = response.body as Answer;
    const clock = {
      timeZone: 'America/New_York',
      today: () => '2026-11-20',
      now: () => new Date('2026-11-20T18:00:00Z'),
    };
    expect(await logInstructions(pool, registryRequester(clock, '16:00'))).toBeGreaterThanOrEqual(1);
    expect(await logInstructions(pool, registryRequester(clock, '16:00'))).toBe(0);
    const item = await itemOf(txnId);
    expect(item).toMatchObject({
      enteredBy: 'robin@agent.example',
      obstacles: ['effectiveFuture'],
      content: { receivedAt: '2026-11-20', instruction: { notBefore: '2026-12-04' } },
    });
    const due = { today: '2026-12-04', processedAt: '2026-12-04T15:00:00.000Z' };
    await completeDue(pool, due);
    expect(await inStatusList(1001, txnId)).toMatchObject({ status: 'Pending' });
    await end([txnId]);
  });

  test('the command takes the steps of an item', { tags: ['long'] }, async () => {
    const queue = command(registry, 'registry/queue');
    const run = (approval: string, ...words: string[]) => queue(words, '', { REGISTRY_APPROVAL: approval });
    await inManualMode(async (instruct) => {
      const ids: string[] = [];
      for (let count = 0; count < 4; count += 1)
        ids.push(String(((await (await instruct()).json()) as Answer).controlTransactionId));
      const [first, second, third, fourth] = ids as [string, string, string, string];
      expect((await run('none', 'list')).out).toMatch(
        new RegExp(`^${first} .* 100 .* item \\d+, entered$`, 'm'),
      );
      expect(await run('none', 'complete', first)).toMatchObject({
        out: `Transaction ${first} is completed.\n`,
      });
      expect(await itemOf(Number(first))).toMatchObject({ stage: 'Posted', postedBy: 'registry:queue' });
      const waits = `Transaction ${second} awaits the approval of a second user in the work queue.\n`;
      expect((await run('all', 'complete', second)).out).toBe(waits);
      expect((await run('all', 'complete', second)).out).toBe(waits);
      const { take } = steps(registry());
      await take('approve', [await itemOf(Number(second))], operator);
      expect((await run('all', 'complete', second)).out).toBe(`Transaction ${second} is completed.\n`);
      expect((await run('all', 'reject', third)).status).toBe(1);
      expect((await run('all', 'reject', third, '--reason', 'Not authorized')).status).toBe(0);
      expect(await itemOf(Number(third))).toMatchObject({
        stage: 'Rejected',
        rejection: { reasonCode: 'O14', reason: 'Not authorized' },
      });
      expect((await run('all', 'cancel', fourth)).out).toBe(`Transaction ${fourth} is canceled.\n`);
      expect(await itemOf(Number(fourth))).toMatchObject({ stage: 'Canceled' });
    });
  });

  async function end(txnIds: readonly number[]): Promise<void> {
    const { take } = steps(registry());
    for (const id of txnIds)
      expect(await take('cancel', [await itemOf(id)], operator, { reason: 'End of the test' })).toMatchObject(
        [{ isDone: true }],
      );
  }
}

type Instruct = (changed?: Body, init?: Body) => Promise<Response>;
