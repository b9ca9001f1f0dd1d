// Tests of items between entry, approval and posting.

import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { clockIn } from '#registry/clock';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { setIssuerStatus } from '#registry/ledger/issuers';
import { buyToken, type Registry } from '#tests/registry/boot';
import {
  type Actor,
  carryOut,
  clerk,
  obstaclesOf,
  operator,
  otherAccount,
  readyItem,
  received,
  saleContent,
  someBookEntry,
  someCertificate,
  steps,
} from '../items.ts';

const officer: Actor = { email: 'third@harborline.example', firstName: 'Ansel', lastName: 'Brightwater' };

/** What happens between entry, approval and posting. */
export function edgesOfApproval(registry: () => Registry): void {
  const sale = async (shares = 20) => {
    const source = await someCertificate(registry(), 1008);
    return { source, content: await saleContent(registry(), source, shares) };
  };
  const update = async (item: { itemId: number; version: number }, content: object, actor: Actor) => {
    const { itemId, version } = item;
    const body = { actor, customerIssuerId: 1008, itemId, version, content };
    const response = await registry().call('/agent/v1/items/update', { body });
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
  };
  const stopsOf = async (certificateId: number): Promise<number[]> => {
    const { rows } = await registry().database.pool.query(
      'select id::int8 as id from stop where certificate_id = $1 and released_on is null order by id',
      [certificateId],
    );
    return rows.map((row) => Number(row.id));
  };
  const placeStop = (number: string, kind: string) =>
    carryOut(registry(), 1008, {
      ...{ kind: 'StopPlace', ...received, stop: { kind } },
      certificates: [{ prefixAndCertificateNumber: number }],
    });

  /** A registry over the same books at another moment. */
  async function at<T>(instant: string, work: (post: typeof fetchJson) => Promise<T>): Promise<T> {
    const clock = clockIn('America/New_York', new Date(instant));
    const server = await registry().another({ clock });
    const origin = `http://127.0.0.1:${server.port}`;
    const token = await buyToken(origin, 'demo-agent');
    const fetchJson_: typeof fetchJson = (path, body) => fetchJson(path, body, origin, token);
    try {
      return await work(fetchJson_);
    } finally {
      await server.close(0);
    }
  }

  test('who adds or removes a file does not approve', async () => {
    const { content } = await sale();
    const { enter, take, detail } = steps(registry());
    const item = await enter(1008, content, clerk);
    await take('submit', [item], clerk);
    const { itemId } = item;
    const query = new URLSearchParams({
      ...{ customerIssuerId: '1008', itemId: `${itemId}`, version: '2', name: 'power.pdf' },
      ...{ actorEmail: officer.email, actorFirstName: 'Ansel', actorLastName: 'Brightwater' },
    });
    const added = await registry().call(`/agent/v1/items/documents?${query}`, {
      body: '%PDF-1.4\n%%EOF\n',
      headers: { 'content-type': 'application/pdf' },
    });
    expect(added.status).toBe(200);
    const { files } = await detail(item);
    expect(await take('approve', [await detail(item)], officer)).toMatchObject([{ code: 'sameUser' }]);
    const removed = await registry().call('/agent/v1/items/documents/remove', {
      body: {
        ...{ customerIssuerId: 1008, itemId, version: 3, documentId: files[0].documentId },
        ...{ actor: operator, reason: 'Of another item' },
      },
    });
    expect(removed.status).toBe(200);
    expect(await take('approve', [await detail(item)], operator)).toMatchObject([{ code: 'sameUser' }]);
    await take('cancel', [await detail(item)], clerk, { reason: 'End of the test' });
  });

  test('an editor may not approve, also not for a waiver or an entered value; the former approver may again', async () => {
    const { content } = await sale();
    const { take, detail } = steps(registry());
    const item = await readyItem(registry(), 1008, content);
    const clearances = [{ obstacle: 'duplicateItem', reason: 'Another order' }];
    await update(item, { ...content, pricePerShare: '10.01', clearances }, officer);
    expect((await detail(item)).approvals[0].voidBecause.map((one: { field: string }) => one.field)).toEqual([
      'pricePerShare',
      'clearances',
    ]);
    await take('submit', [await detail(item)], officer);
    for (const actor of [officer, clerk])
      expect(await take('approve', [await detail(item)], actor)).toMatchObject([{ code: 'sameUser' }]);
    expect(await take('approve', [await detail(item)], operator)).toMatchObject([{ isDone: true }]);
    // Edited before the last approval only: after another void one, the editor may approve.
    await take('return', [await detail(item)], operator, { reason: 'Asked again' });
    await take('submit', [await detail(item)], clerk);
    expect(await take('approve', [await detail(item)], officer)).toMatchObject([{ isDone: true }]);
    await take('cancel', [await detail(item)], clerk, { reason: 'End of the test' });
  });

  test('an edit of a held item ends the hold and says so', async () => {
    const { content } = await sale();
    const { enter, take, detail } = steps(registry());
    const item = await enter(1008, content, clerk);
    const hold = { reason: 'Signature in doubt', nextActionOn: '2026-12-01' };
    expect(await take('hold', [item], clerk, hold)).toMatchObject([{ code: 'nextActionOn' }]);
    await take('hold', [item], clerk, { ...hold, nextActionOn: '2026-11-30' });
    expect(await detail(item)).toMatchObject({ stage: 'Held', dueDate: item.dueDate });
    await update(await detail(item), { ...content, comments: 'Signature compared' }, clerk);
    const after = await detail(item);
    expect(after).toMatchObject({ stage: 'Entered', holdReason: null, nextActionOn: null });
    expect(after.history.at(-1).changes).toContainEqual({
      field: 'holdReason',
      before: 'Signature in doubt',
      after: '',
    });
    await take('cancel', [after], clerk, { reason: 'End of the test' });
  });

  test('a twin of a new registration that was created meanwhile makes the approval void', async () => {
    const { content } = await sale();
    const { take, detail } = steps(registry());
    const shareholder = {
      name: 'Cosima Appleyard',
      sortName: 'Appleyard, Cosima',
      accountType: 'Individual',
      primaryPayeeName: 'Cosima Appleyard',
      primaryTaxId: '912-45-0123',
      primaryTaxIdType: 'SSN',
      primaryAddress: {
        address1: '9 Mill Rd',
        city: 'Albany',
        state: 'NY',
        postalCode: '12207',
        country2Code: 'US',
      },
    };
    const lines = [{ shareholder, shares: 20 }];
    const item = await readyItem(registry(), 1008, { ...content, lines });
    const other = await sale(30);
    await carryOut(registry(), 1008, { ...other.content, lines: [{ shareholder, shares: 30 }] });
    const [result] = await take('post', [item], operator);
    expect(result).toMatchObject({ isDone: false, code: 'approvalVoid', stage: 'Entered' });
    expect(result.obstacles.map((one: { code: string }) => one.code)).toContain('possibleDuplicate');
    await take('cancel', [await detail(item)], clerk, { reason: 'End of the test' });
  });

  test('another tax ID of an account makes the approval void, without showing a mark of the number', async () => {
    const { content, source } = await sale();
    const { take, detail } = steps(registry());
    const item = await readyItem(registry(), 1008, content);
    const { pool } = registry().database;
    const { rows } = await pool.query('select primary_tax_id from holder where id = $1', [source.holderId]);
    await pool.query(`update holder set primary_tax_id = '912-45-9999' where id = $1`, [source.holderId]);
    expect(await take('post', [item], operator)).toMatchObject([{ code: 'approvalVoid' }]);
    await pool.query('update holder set primary_tax_id = $2 where id = $1', [
      source.holderId,
      rows[0].primary_tax_id,
    ]);
    const [change] = (await detail(item)).approvals[0].voidBecause;
    expect(change.field).toBe(`account ${source.holderId}`);
    expect(change.after).toBe(`${change.before}; another tax ID`);
    expect(change.before).not.toMatch(/[0-9a-f]{8}$/);
    await take('cancel', [await detail(item)], clerk, { reason: 'End of the test' });
  });

  test('a stop released after the approval makes it void', async () => {
    const { source } = await sale();
    const { take, detail } = steps(registry());
    await placeStop(source.number, 'Court order or levy');
    const [stop] = await stopsOf(source.id);
    const item = await readyItem(registry(), 1008, {
      ...{ kind: 'Transfer', caseCode: 'CourtOrder', ...received },
      certificates: [{ prefixAndCertificateNumber: source.number, isPaperHere: true }],
      securityTypeId: source.classId,
      lines: [{ systemShareholderId: await otherAccount(registry(), source), shares: 10 }],
      stopIds: [stop],
      documents: [{ kind: 'CourtOrder', state: 'Original' }],
    });
    const release = { kind: 'StopRelease', ...received, stopIds: [stop], reason: 'Released by the court' };
    await carryOut(registry(), 1008, {
      ...release,
      documents: [{ kind: 'CourtOrder', state: 'Original' }],
    });
    expect(await take('post', [item], operator)).toMatchObject([{ code: 'approvalVoid', stage: 'Entered' }]);
    expect((await detail(item)).approvals[0].voidBecause).toContainEqual({
      field: `certificate ${source.number}`,
      before: 'outstanding; Court order or levy since 2026-11-20',
      after: 'outstanding',
    });
    await take('cancel', [await detail(item)], clerk, { reason: 'End of the test' });
  });

  test('a replacement resolves the stop as lost and no other one', async () => {
    const { source } = await sale();
    await placeStop(source.number, 'Lost, stolen or not received');
    const lost = {
      ...{ kind: 'Transfer', caseCode: 'Lost', ...received },
      certificates: [{ prefixAndCertificateNumber: source.number }],
      securityTypeId: source.classId,
      lines: [{ systemShareholderId: source.holderId, shares: source.shares }],
      stopIds: await stopsOf(source.id),
      documents: ['LossAffidavit', 'IndemnityBond'].map((kind) => ({ kind, state: 'Original' })),
    };
    expect(await obstaclesOf(registry(), 1008, lost)).toEqual([]);
    await placeStop(source.number, 'Court order or levy');
    expect(await obstaclesOf(registry(), 1008, lost)).toEqual(['stopped certificates']);
    const both = { ...lost, stopIds: await stopsOf(source.id) };
    expect(await obstaclesOf(registry(), 1008, both)).toEqual(['stopped stopIds']);
  });

  test('withdrawals name the position of the nominee: renumbering is no obstacle, too few shares are', async () => {
    const { take, detail } = steps(registry());
    const { pool } = registry().database;
    const { rows } = await pool.query(
      `select c.holder_id::int8 as holder, c.class_id::int8 as class, sum(c.shares)::int as shares, k.cusip,
              min(i.id) as issuer
         from certificate c join holder h on h.id = c.holder_id and h.is_nominee
         join issuer i on i.id = c.issuer_id and i.customer_id = 1008
         join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
        where c.canceled_on = '9999-12-31' group by c.holder_id, c.class_id, k.cusip order by 3 desc limit 1`,
    );
    const { holder, class: securityTypeId, shares, cusip, issuer } = rows[0];
    const to = await otherAccount(registry(), { ...(await sale()).source, issuerId: issuer });
    const withdrawal = (reference: string, count: number) => ({
      ...{ kind: 'Transfer', caseCode: 'Withdrawal', ...received, securityTypeId: Number(securityTypeId) },
      presentor: { name: 'Meridian Clearing LLC', participantNumber: '9012' },
      sourcePosition: { systemShareholderId: Number(holder), shares: count },
      lines: [{ systemShareholderId: to, shares: count }],
      depository: { service: 'DWAC', participantNumber: '9012', reference, cusip, shares: count },
      documents: [{ kind: 'ParticipantInstruction', state: 'Original' }],
    });
    const [one, two] = [
      await readyItem(registry(), 1008, withdrawal('DW2026112000001', 5)),
      await readyItem(registry(), 1008, withdrawal('DW2026112000002', 5)),
    ];
    for (const item of [two, one])
      expect(await take('post', [item], operator)).toMatchObject([{ message: '', isDone: true }]);
    expect(await obstaclesOf(registry(), 1008, withdrawal('DW2026112000001', 6))).toEqual([
      'duplicateReference depository.reference',
    ]);
    const more = Math.floor((shares - 10) / 2) + 1;
    const halves = [
      await readyItem(registry(), 1008, withdrawal('DW2026112000003', more)),
      await readyItem(registry(), 1008, withdrawal('DW2026112000004', more)),
    ];
    const results = await take('post', halves, operator);
    expect(results).toMatchObject([{ isDone: true }, { isDone: false, code: 'approvalVoid' }]);
    expect(results[1].obstacles.map((each: { code: string }) => each.code)).toContain('insufficientShares');
    expect(results[1].message).toMatch(/^The approval is void: The account has [\d,]+ shares coded N; /);
    await take('cancel', [await detail(halves[1]!)], clerk, { reason: 'End of the test' });
  });

  test('a certificate that a split replaced is named with its successor', async () => {
    const source = await someCertificate(registry(), 1005);
    const content = await saleContent(registry(), source, 10);
    const { pool } = registry().database;
    const entry = {
      ...{ receivedOn: '2026-11-20', effectiveOn: '2026-11-20', completedOn: '2026-11-20' },
      ...{ processedAt: '2026-11-20T15:00:00.000Z', authority: 'Board resolution' },
    };
    await withTransaction(pool, (tx) =>
      splitReverse(tx, {
        ...{ issuerId: source.issuerId, classId: BigInt(source.classId), entry, fractionalType: 'Round Up' },
        ratio: { numerator: 1n, denominator: 2n },
      }),
    );
    const { obstacles } = await steps(registry()).check(1005, content);
    const [first] = obstacles;
    expect(first).toMatchObject({ code: 'notOutstanding', effect: 'Refuses', rejectionReasons: ['O08'] });
    const { rows } = await pool.query(
      `select string_agg(n.prefix || '-' || n.number, ', ' order by n.id) as names from certificate c
         join certificate n on n.issuer_id = c.issuer_id and n.issued_txn = c.canceled_txn and n.holder_id = c.holder_id
        where c.id = $1`,
      [source.id],
    );
    expect(first.message.endsWith(` Its successors are ${rows[0].names}.`)).toBe(true);
  });

  test('of an inactive issuer items are rejected and canceled, not approved or posted', async () => {
    const { enter, take, detail } = steps(registry());
    const issuer = 1008;
    const contentOf = async (shares: number) =>
      saleContent(registry(), await someCertificate(registry(), issuer), shares);
    const ready = await readyItem(registry(), issuer, await contentOf(11));
    const awaiting = await enter(issuer, await contentOf(12), clerk);
    await take('submit', [awaiting], clerk);
    const { pool } = registry().database;
    const { rows } = await pool.query('select id from issuer where customer_id = $1', [issuer]);
    const set = (status: 'Active' | 'Inactive') =>
      withTransaction(pool, (tx) => setIssuerStatus(tx, { issuerId: rows[0].id, status }));
    await set('Inactive');
    try {
      const refused = (results: { obstacles: { code: string }[] }[]) =>
        results[0]!.obstacles.map((one) => one.code);
      expect(refused(await take('approve', [await detail(awaiting)], operator))).toContain('inactiveIssuer');
      expect(refused(await take('post', [ready], operator))).toContain('inactiveIssuer');
      expect((await detail(ready)).approvals[0].voidBecause).toContainEqual({
        ...{ field: 'issuer', before: 'Active', after: 'Inactive' },
      });
      const given = { kind: 'Other', reasonCode: 'O19' };
      expect(await take('reject', [await detail(ready)], operator, given)).toMatchObject([{ isDone: true }]);
      const reason = { reason: 'Appointment ended' };
      expect(await take('cancel', [await detail(awaiting)], operator, reason)).toMatchObject([
        { isDone: true },
      ]);
    } finally {
      await set('Active');
    }
  });

  test('an approval that is five business days old is void', async () => {
    const { content } = await sale();
    const { detail } = steps(registry());
    const item = await readyItem(registry(), 1008, content);
    const { itemId, version } = item;
    const body = { actor: operator, items: [{ itemId, version }] };
    // Thanksgiving is no business day: the fifth one after Nov 20 is Nov 30.
    const results = await at('2026-11-30T15:00:00Z', (post) => post('/agent/v1/items/post', body));
    expect(results).toMatchObject([{ isDone: false, code: 'approvalVoid' }]);
    expect((await detail(item)).approvals[0].voidBecause).toEqual([
      { field: 'age', before: '2026-11-20', after: '2026-11-30' },
    ]);
    await steps(registry()).take('cancel', [await detail(item)], clerk, { reason: 'End of the test' });
  });

  test('posted at 23:30 of the agent’s day, an item is of that day', async () => {
    const { content } = await sale();
    const { itemId, version, controlTransactionId } = await readyItem(registry(), 1008, content);
    const body = { actor: operator, items: [{ itemId, version }] };
    const results = await at('2026-11-24T04:30:00Z', (post) => post('/agent/v1/items/post', body));
    expect(results).toMatchObject([{ message: '', isDone: true }]);
    const { rows } = await registry().database.pool.query(
      'select effective_on, completed_on, processed_at from txn where id = $1',
      [controlTransactionId],
    );
    expect(rows).toEqual([
      {
        effective_on: '2026-11-23',
        completed_on: '2026-11-23',
        processed_at: '2026-11-24T04:30:00.000Z',
      },
    ]);
  });

  test('a canceled item stays an item received and leaves the turnaround figures', async () => {
    const { content } = await sale();
    const { enter, take } = steps(registry());
    const item = await enter(1008, content, clerk);
    const turnaround = async () => {
      const query = 'customerIssuerId=1008&startDate=2026-11-20&endDate=2026-11-20&numberOfRows=1000';
      const { body } = await registry().call(`/agent/v1/turnaround?${query}`);
      const { items } = body as { items: { controlTransactionId: number; isCounted?: boolean }[] };
      return items.find((one) => one.controlTransactionId === item.controlTransactionId);
    };
    await take('cancel', [item], operator, { reason: 'Withdrawn by letter' });
    expect(await turnaround()).toMatchObject({ status: 'Canceled', isRoutine: true, isWithin: null });
    const { rows } = await registry().database.pool.query(
      'select is_presented, status from txn where id = $1',
      [item.controlTransactionId],
    );
    expect(rows).toEqual([{ is_presented: true, status: 'Canceled' }]);
  });

  test('a reversal is not reversed', async () => {
    const source = await someBookEntry(registry(), 1008);
    const content = await saleContent(registry(), source, 20);
    const posted = await carryOut(registry(), 1008, content);
    const correction = (txn: number) => ({
      ...{ kind: 'Correction', ...received, reason: 'Wrong account' },
      correctsControlTransactionId: txn,
    });
    const done = await carryOut(registry(), 1008, correction(posted.controlTransactionId));
    expect(await obstaclesOf(registry(), 1008, correction(done.reversedByControlTransactionId))).toEqual([
      'notReversible correctsControlTransactionId',
    ]);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read loosely and compared as a whole.
async function fetchJson(path: string, body: object, origin = '', token = ''): Promise<any> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { results: unknown }).results;
}
