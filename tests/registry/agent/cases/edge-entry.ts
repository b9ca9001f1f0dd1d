// Tests of what stands against an item when it is entered.

import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { command } from '#tests/registry/command';
import { reportReader } from '#tests/registry/reports/report-reader';
import {
  carryOut,
  clerk,
  obstaclesOf,
  operator,
  otherAccount,
  saleContent,
  someCertificate,
  someCertificates,
  steps,
} from '../items.ts';

const owner = {
  name: 'Perpetua Quillfeather',
  sortName: 'Quillfeather, Perpetua',
  accountType: 'Individual',
  primaryPayeeName: 'Perpetua Quillfeather',
  primaryTaxId: '912-45-0077',
  primaryTaxIdType: 'SSN',
  primaryAddress: {
    address1: '3 Mill Rd',
    city: 'Albany',
    state: 'NY',
    postalCode: '12207',
    country2Code: 'US',
  },
};

/** What stands against an item when it is entered: receipt, certificates, lines, papers. */
export function edgesOfEntry(registry: () => Registry): void {
  const sale = async (shares = 100) => {
    const source = await someCertificate(registry(), 1008);
    return { source, content: await saleContent(registry(), source, shares) };
  };
  const codes = (content: object) => obstaclesOf(registry(), 1008, content);
  const warnings = async (content: object) =>
    (await steps(registry()).check(1008, content)).obstacles
      .filter((one: { effect: string }) => one.effect === 'Warns')
      .map((one: { code: string }) => one.code);

  test('a receipt in the future is refused and names the field', async () => {
    const { content } = await sale();
    for (const receivedAt of ['2026-11-20T10:00:01-05:00', '2026-11-21']) {
      const body = { customerIssuerId: 1008, actor: clerk, content: { ...content, receivedAt } };
      const response = await registry().call('/agent/v1/items/create', { body });
      expect([response.status, response.body]).toMatchObject([
        400,
        { errors: { 'content.receivedAt': ['Received must not be in the future.'] } },
      ]);
    }
  });

  test('logged days after its arrival: a reason is asked for, and the clock runs from the arrival', async () => {
    const { content } = await sale();
    const late = { ...content, receivedAt: '2026-11-17T09:00:00-05:00' };
    expect(await codes(late)).toEqual(['enteredLate receivedAt']);
    const clearances = [{ obstacle: 'enteredLate', reason: 'Sent to the wrong office' }];
    expect(await codes({ ...late, clearances })).toEqual([]);
    expect(await steps(registry()).check(1008, late)).toMatchObject({
      countedFrom: '2026-11-17',
      dueDate: '2026-11-20',
    });
    // A day without a time is that day, also in a zone behind UTC.
    for (const receivedAt of ['2026-11-19T09:00:00-05:00', '2026-11-19'])
      expect(await codes({ ...content, receivedAt })).toEqual([]);
    expect(await codes({ ...content, receivedAt: '2026-11-18' })).toEqual(['enteredLate receivedAt']);
  });

  test('a change of an item asks for no reason again: the day it was logged counts', async () => {
    const { content } = await sale();
    const { enter, detail } = steps(registry());
    const item = await enter(1008, content, clerk);
    const { pool } = registry().database;
    await pool.query(`update item_step set at = '2026-11-16T15:00:00Z' where item_id = $1 and number = 1`, [
      item.itemId,
    ]);
    const body = {
      ...{ actor: clerk, customerIssuerId: 1008, itemId: item.itemId, version: 1 },
      content: { ...content, receivedAt: '2026-11-16T09:00:00-05:00' },
    };
    const { status } = await registry().call('/agent/v1/items/update', { body });
    expect([status, (await detail(item)).obstacles]).toEqual([200, []]);
  });

  test('an item of an unknown class is rejected without a class', async () => {
    const { content } = await sale();
    const { enter, take, detail } = steps(registry());
    const { securityTypeId: _class, ...unknown } = content;
    const certificates = [{ prefixAndCertificateNumber: 'ZZ-1' }];
    const item = await enter(1008, { ...unknown, certificates }, clerk);
    expect(item).toMatchObject({ securityTypeId: null, obstacles: ['unknownCertificate'] });
    const given = { kind: 'Other', reasonCode: 'O16', noticeDate: '2026-11-23', returnedHow: 'Insured mail' };
    expect(await take('reject', [item], operator, given)).toMatchObject([{ message: '', stage: 'Rejected' }]);
    expect((await detail(item)).rejection).toMatchObject({ reasonCode: 'O16', noticeDate: '2026-11-23' });
    const query = 'customerIssuerId=1008&startDate=2026-11-20&endDate=2026-11-20&numberOfRows=1000';
    const { body } = await registry().call(`/agent/v1/rejections?${query}`);
    expect((body as { rejections: object[] }).rejections).toContainEqual(
      expect.objectContaining({ controlTransactionId: item.controlTransactionId, securityTypeId: null }),
    );
  });

  test('a certificate twice in one item is refused, by number or by id', async () => {
    const { source, content } = await sale();
    const [first] = content.certificates;
    expect(await codes({ ...content, certificates: [first, first] })).toEqual(['sameTwice certificates[1]']);
    const byId = { controlCertificateId: source.id, isPaperHere: true };
    expect(await codes({ ...content, certificates: [first, byId] })).toEqual(['sameTwice certificates[1]']);
  });

  test('lines one share over are refused; one share under leave a balance of one', async () => {
    const { source, content } = await sale();
    const lines = (shares: number) => [{ ...content.lines[0], shares }];
    expect(await codes({ ...content, lines: lines(source.shares + 1) })).toEqual(['unbalanced lines']);
    const { effect } = await steps(registry()).check(1008, { ...content, lines: lines(source.shares - 1) });
    expect(effect.certificatesIssued).toMatchObject([
      { shares: source.shares - 1, isBalance: false },
      { shares: 1, isBalance: true, systemShareholderId: source.holderId },
    ]);
  });

  test('two transferors name every certificate to issue', async () => {
    const found = await someCertificates(registry(), 1008, 40);
    const [one] = found;
    const two = found.find((other) => other.holderId !== one!.holderId && other.classId === one!.classId)!;
    const content = await saleContent(registry(), one!, 1);
    const to = await otherAccount(registry(), one!.holderId > two.holderId ? one! : two);
    const both = {
      ...content,
      certificates: [one!, two].map((each) => ({
        prefixAndCertificateNumber: each.number,
        isPaperHere: true,
      })),
      guarantees: [one!, two].map((each) => ({ ...content.guarantees[0], signer: each.name })),
      facts: { ...content.facts, signers: 2 },
    };
    const lines = (shares: number) => [{ systemShareholderId: to, shares }];
    expect(await codes({ ...both, lines: lines(one!.shares + two.shares) })).toEqual([]);
    expect(await codes({ ...both, lines: lines(one!.shares) })).toEqual(['oneAccount lines']);
  });

  test('a line without a code out of two codes is refused', async () => {
    const { rows } = await registry().database.pool.query(
      `select n.prefix || '-' || n.number as free, r.prefix || '-' || r.number as restricted, n.class_id::int8 as class,
              n.shares::int + r.shares::int as shares, n.holder_id::int8 as holder, i.customer_id::int as issuer
         from certificate r join certificate n on n.issuer_id = r.issuer_id and n.class_id = r.class_id
          and n.holder_id = r.holder_id and n.restriction = 'N' and n.canceled_on = '9999-12-31'
         join issuer i on i.id = r.issuer_id and i.status = 'Active'
        where r.restriction = 'R' and r.canceled_on = '9999-12-31' and not r.is_treasury
          and not exists (select 1 from stop s where s.issuer_id = r.issuer_id and s.certificate_id in (r.id, n.id))
        order by r.issuer_id, r.id, n.id limit 1`,
    );
    const [row] = rows;
    const content = {
      kind: 'Transfer',
      caseCode: 'Consolidation',
      receivedAt: '2026-11-20T09:00:00-05:00',
      channel: 'Mail',
      presentor: { name: 'Meridian Clearing LLC' },
      certificates: [row.free, row.restricted].map((number: string) => ({
        prefixAndCertificateNumber: number,
        isPaperHere: true,
      })),
      securityTypeId: Number(row.class),
      lines: [{ systemShareholderId: Number(row.holder), shares: row.shares }],
      documents: [{ kind: 'Instruction', state: 'Original' }],
    };
    expect(await obstaclesOf(registry(), row.issuer, content)).toEqual(['mixedRestriction lines']);
  });

  test('a gift to oneself moves nothing', async () => {
    const { source, content } = await sale();
    const lines = [{ systemShareholderId: source.holderId, shares: 10 }];
    const documents = [...content.documents, { kind: 'DonorBasis', state: 'Original' }];
    expect(await codes({ ...content, caseCode: 'Gift', lines, documents })).toEqual(['nothingMoved lines']);
  });

  test('a new registration of a rejected item makes no holder', async () => {
    const { content } = await sale();
    const { enter, take } = steps(registry());
    const holders = async () => {
      const { rows } = await registry().database.pool.query('select count(*)::int as n from holder');
      return rows[0].n;
    };
    const before = await holders();
    const item = await enter(1008, { ...content, lines: [{ shareholder: owner, shares: 10 }] }, clerk);
    expect(item.issuedTo).toBe(owner.name);
    await take('reject', [item], operator, { kind: 'Other', reasonCode: 'O13' });
    expect(await holders()).toBe(before);
  });

  test('a prefix covers its limit to the cent', async () => {
    const { content } = await sale();
    const guarantees = [{ ...content.guarantees[0], prefix: 'F' }];
    expect(await codes({ ...content, guarantees, pricePerShare: '1000.00' })).toEqual([]);
    expect(await codes({ ...content, guarantees, pricePerShare: '1000.0001' })).toEqual([
      'guaranteeTooLow guarantees[0].prefix',
    ]);
  });

  test('a guarantee is not waived while the value of the shares is unknown', async () => {
    const { rows } = await registry().database.pool.query(
      `select i.customer_id::int as issuer from issuer i join security_class k on k.issuer_id = i.id
         join certificate c on c.issuer_id = k.issuer_id and c.class_id = k.id and c.canceled_on = '9999-12-31'
          and c.restriction = 'N' and c.shares > 300
         left join price p on p.issuer_id = k.issuer_id
        where i.status = 'Active' and p.issuer_id is null
        order by i.id limit 1`,
    );
    const issuer = rows[0].issuer;
    const source = await someCertificate(registry(), issuer);
    const { pricePerShare: _price, ...content } = await saleContent(registry(), source, 100);
    const waived = {
      ...content,
      guarantees: [],
      documents: [...content.documents, { kind: 'Identity', state: 'Copy' }],
      chargeAmount: '50.00',
      clearances: [{ obstacle: 'guaranteeMissing', reason: 'Small value' }],
    };
    expect(await obstaclesOf(registry(), issuer, waived)).toEqual([
      'waiverUnavailable clearances',
      'guaranteeMissing guarantees',
    ]);
    expect(await obstaclesOf(registry(), issuer, { ...waived, pricePerShare: '100.00' })).toEqual([]);
    expect(await obstaclesOf(registry(), issuer, { ...waived, pricePerShare: '100.01' })).toContain(
      'waiverUnavailable clearances',
    );
  });

  test.each([
    ['2026-09-21', []],
    ['2026-09-20', ['appointmentStale documents']],
  ])('letters of %s', async (date, expected) => {
    const { content } = await sale();
    const estate = {
      ...content,
      caseCode: 'Estate',
      guarantees: [{ ...content.guarantees[0], capacity: 'Executor' }],
      documents: [
        ...content.documents,
        { kind: 'CourtAppointment', state: 'Original', date, state2Code: 'NJ' },
        { kind: 'DomicileAffidavit', state: 'Original' },
        { kind: 'TaxWaiver', state: 'Original' },
      ],
      facts: { ...content.facts, stateOfDomicile: 'NJ' },
    };
    expect(await codes(estate)).toEqual(expected);
  });

  test.each([
    // Each is still the day before in the agent's zone.
    ['2026-10-22T03:00:00Z', ['recentAddressChange']],
    ['2026-10-21T03:00:00Z', []],
  ])('an address changed at %s', async (at, expected) => {
    const { source, content } = await sale();
    await registry().database.pool.query(
      `insert into holder_change (holder_id, id, changed_at, by_email, by_first_name, by_last_name, before_text, after_text, client_id)
       select $1, coalesce(max(id), 0) + 1, $2, 'a@b.example', 'A', 'B', '{"primary_address":{}}', '{"primary_address":{}}', 'test'
         from holder_change where holder_id = $1`,
      [source.holderId, at],
    );
    expect(await warnings(content)).toEqual(expected);
    await registry().database.pool.query(
      `delete from holder_change where holder_id = $1 and client_id = 'test'`,
      [source.holderId],
    );
  });

  test('an item presented again names the rejected one, and the rejection names it', async () => {
    const { content } = await sale();
    const { enter, take, detail } = steps(registry());
    const first = await enter(1008, content, clerk);
    expect(await codes({ ...content, representsItemId: first.itemId })).toContain(
      'unknownItem representsItemId',
    );
    await take('reject', [first], operator, { kind: 'Medallion', reasonCode: 'M02' });
    const again = { ...content, representsItemId: first.itemId };
    expect(await codes(again)).toEqual([]);
    const second = await enter(1008, again, clerk);
    expect(await detail(second)).toMatchObject({
      representsItemId: first.itemId,
      receivedDate: '2026-11-20',
    });
    const { rows } = await registry().database.pool.query(
      `select r.represented_txn, r.value, r.medallion_prefix, t.represents_txn from rejection r
         join txn t on t.issuer_id = r.issuer_id and t.id = r.represented_txn where r.txn_id = $1`,
      [first.controlTransactionId],
    );
    expect(rows).toEqual([
      {
        represented_txn: BigInt(second.controlTransactionId),
        represents_txn: BigInt(first.controlTransactionId),
        value: '1000.00',
        medallion_prefix: 'Z',
      },
    ]);
    await take('cancel', [second], operator, { reason: 'End of the test' });
  });

  test('a reason that asks for papers makes a rejected item not routine; the others leave it so', async () => {
    const { enter, take, detail } = steps(registry());
    for (const [kind, reasonCode, isRoutine] of [
      ['Other', 'O02', false],
      ['Other', 'O15', true],
      ['DTC', 'D10', true],
    ] as const) {
      const { content } = await sale();
      const item = await enter(1008, content, clerk);
      expect(item.isRoutine).toBe(true);
      await take('reject', [item], operator, { kind, reasonCode });
      const { rows } = await registry().database.pool.query('select is_routine from txn where id = $1', [
        item.controlTransactionId,
      ]);
      expect([(await detail(item)).isRoutine, rows[0].is_routine]).toEqual([isRoutine, isRoutine]);
    }
  });

  test('a rejection is on the list of its reason, and its notice leaves by the next business day', async () => {
    const { content } = await sale();
    const { enter, take, detail } = steps(registry());
    const item = await enter(1008, content, clerk);
    const list = [{ itemId: item.itemId, version: 1 }];
    const body = { actor: operator, items: list, kind: 'DTC', reasonCode: 'M02' };
    expect(await registry().call('/agent/v1/items/reject', { body })).toMatchObject({ status: 400 });
    for (const noticeDate of ['2026-11-19', '2026-11-24'])
      expect(
        await take('reject', [item], operator, { kind: 'Medallion', reasonCode: 'M02', noticeDate }),
      ).toMatchObject([{ isDone: false, code: 'noticeDate' }]);
    expect((await detail(item)).stage).toBe('Entered');
    await take('cancel', [item], operator, { reason: 'End of the test' });
  });

  test('a rejected stop request keeps its rejection, although it has no transaction', async () => {
    const { source } = await sale();
    const { enter, take, detail } = steps(registry());
    const item = await enter(
      1008,
      {
        ...{ kind: 'StopPlace', receivedAt: '2026-11-20T09:00:00-05:00', channel: 'Mail' },
        certificates: [{ prefixAndCertificateNumber: source.number }],
        stop: { kind: 'Adverse claim' },
      },
      clerk,
    );
    await take('reject', [item], operator, { kind: 'Other', reasonCode: 'O17', noticeTo: 'The claimant' });
    expect((await detail(item)).rejection).toMatchObject({ reasonCode: 'O17', noticeTo: 'The claimant' });
  });

  test('the rejection list has rejections without a class and without a transaction', async () => {
    const { source, content } = await sale();
    const { enter, take } = steps(registry());
    const { securityTypeId: _class, ...unknown } = content;
    const none = await enter(
      1008,
      { ...unknown, certificates: [{ prefixAndCertificateNumber: 'ZZ-2' }] },
      clerk,
    );
    // After noon: counted from the next business day.
    const stop = await enter(
      1008,
      {
        ...{ kind: 'StopPlace', receivedAt: '2026-11-19T13:00:00-05:00', channel: 'Mail' },
        certificates: [{ prefixAndCertificateNumber: source.number }],
        ...{ stop: { kind: 'Adverse claim' }, presentor: { name: 'The claimant' } },
      },
      clerk,
    );
    const as = { kind: 'DTC', returnedHow: 'Electronic' };
    await take('reject', [none], operator, { ...as, reasonCode: 'D02' });
    await take('reject', [stop], operator, { ...as, reasonCode: 'D06' });
    const period = { customerIssuerId: 1008, startDate: '2026-11-20', endDate: '2026-11-20' };
    const { book, text } = reportReader(registry);
    const request = { ...period, type: 'DTCRejection', includeInvoiceNumber: true };
    const { rows } = (await book('GenerateRejectionList', request)).sheet('Rejections');
    expect(rows.find((row) => row['Reason code'] === 'D02')).toMatchObject({
      ...{ Class: '', CUSIP: '', Shares: '', Presentor: 'Meridian Clearing LLC', Certificates: 'ZZ-2' },
      Transaction: `${none.displayTransactionId}`,
    });
    expect(rows.find((row) => row['Reason code'] === 'D06')).toMatchObject({
      ...{ Class: 'Common Stock', 'Business days': '0', Shares: '', Transaction: '', Invoice: '' },
      ...{ Presentor: 'The claimant', Certificates: source.number },
    });
    expect(await text('GenerateRejectionList', request)).toContain('Class unknown: shares presented');
    const { body } = await registry().call(
      `/agent/v1/rejections?${new URLSearchParams({ ...period } as never)}`,
    );
    expect((body as { rejections: object[] }).rejections).toContainEqual(
      expect.objectContaining({
        ...{ reasonCode: 'D06', transactionId: null, controlTransactionId: null },
        ...{ receivedDate: '2026-11-19', businessDays: 0 },
      }),
    );
  });

  test('the command for pending issuances ends an item with its transaction', async () => {
    const { source } = await sale();
    const { enter, detail } = steps(registry());
    const item = await enter(
      1008,
      {
        ...{ kind: 'Issuance', receivedAt: '2026-11-20T09:00:00-05:00', channel: 'Issuer' },
        ...{ purpose: 'Stock award', securityTypeId: source.classId },
        lines: [{ systemShareholderId: source.holderId, shares: 1 }],
        authority: { text: 'Board resolution' },
      },
      clerk,
    );
    const run = command(registry, 'registry/queue');
    const { controlTransactionId: id } = item;
    const canceled = { status: 0, out: `Transaction ${id} is canceled.\n`, err: '' };
    expect(await run(['cancel', `${id}`])).toEqual(canceled);
    expect(await detail(item)).toMatchObject({
      stage: 'Canceled',
      history: [
        { action: 'enter' },
        { action: 'cancel', by: { email: 'registry:queue' }, reason: 'Withdrawn' },
      ],
    });
    const none = `Transaction ${id} is no pending issuance.\n`;
    expect(await run(['complete', `${id}`])).toEqual({ status: 1, out: '', err: none });
  });

  test('a stop that is listed but not on the certificates is refused', async () => {
    const { content } = await sale();
    expect(await codes({ ...content, stopIds: [1] })).toEqual(['unknownStop stopIds[0]']);
  });

  test('of two items on one certificate the later waits for the earlier; a duplicate is named', async () => {
    const { source, content } = await sale(10);
    const { enter, take, detail } = steps(registry());
    const first = await enter(1008, content, clerk);
    const second = await enter(1008, content, clerk);
    expect(second.obstacles).toEqual(['sameCertificate', 'duplicateItem']);
    expect(await take('submit', [second], clerk)).toMatchObject([{ isDone: false, code: 'obstacles' }]);
    expect(await take('submit', [first], clerk)).toMatchObject([{ message: '', isDone: true }]);
    await take('approve', [await detail(first)], operator);
    expect(await take('post', [await detail(first)], operator)).toMatchObject([
      { message: '', isDone: true },
    ]);
    const [refused] = await take('submit', [second], clerk);
    expect(refused.obstacles.map((one: { code: string }) => one.code)).toEqual([
      'notOutstanding',
      'duplicateItem',
    ]);
    const { rows } = await registry().database.pool.query(
      `select string_agg(prefix || '-' || number, ', ' order by id) as names from certificate where issued_txn = $1`,
      [first.controlTransactionId],
    );
    expect(refused.message).toContain(
      `${source.number} was canceled on Nov 20, 2026 by transaction ${first.displayTransactionId}. Its successors are ${rows[0].names}.`,
    );
    await take('reject', [second], operator, { kind: 'Other', reasonCode: 'O15' });
  });

  test('a changed name is no duplicate of the account it comes from; of another account it is', async () => {
    const { source, content } = await sale();
    const other = await otherAccount(registry(), source);
    const likeAccount = async (holderId: bigint | number) => {
      const { rows } = await registry().database.pool.query(
        `select h.name, a.postal_code from holder h
           join holder_address a on a.holder_id = h.id and a.kind = 'primary' where h.id = $1`,
        [holderId],
      );
      const { name, postal_code: postalCode } = rows[0];
      const primaryAddress = { ...owner.primaryAddress, postalCode };
      return { lines: [{ shareholder: { ...owner, name, primaryTaxId: null, primaryAddress } }] };
    };
    const same = await likeAccount(source.holderId);
    expect(await warnings({ ...content, caseCode: 'NameChange', ...same })).not.toContain(
      'possibleDuplicate',
    );
    expect(await warnings({ ...content, caseCode: 'Gift', ...same })).toContain('possibleDuplicate');
    const another = await likeAccount(other);
    expect(await warnings({ ...content, caseCode: 'NameChange', ...another })).toContain('possibleDuplicate');
  });

  test('a transaction has one number in the work queue and in the lists of transactions', async () => {
    const { content } = await sale();
    const { enter, take } = steps(registry());
    const item = await enter(1008, content, clerk);
    const asked =
      'customerIssuerId=1008&filterTransactionType=All&transactionStatus=Pending&orderBy=Descending&sortBy=EffectiveDate';
    const { body } = await registry().call(
      `/api/v1/Transaction/GetTAStatusTransactions?${asked}&start=0&numberOfRows=1000`,
    );
    const { transactions } = body as {
      transactions: { controlTransactionId: number; transactionId: number }[];
    };
    const listed = transactions.find((one) => one.controlTransactionId === item.controlTransactionId);
    expect(item.displayTransactionId).toBe(listed?.transactionId);
    await take('cancel', [item], clerk, { reason: 'End of the test' });
  });

  test('the check names the owners of what is presented, before it is known where the shares go', async () => {
    const { source, content } = await sale();
    const { check } = steps(registry());
    const { lines: _, ...without } = content;
    const found = await check(1008, without);
    expect(found.owners).toEqual([
      { systemShareholderId: Number(source.holderId), name: expect.any(String) },
    ]);
    expect(found.signers).toContain(content.guarantees[0]!.signer);
    expect(found.dueDate).toBe('2026-11-25');
    const { presentor: __, ...unpresented } = content;
    expect((await check(1008, unpresented)).dueDate).toBeNull();
  });

  test('an obstacle says whether a reason clears it', async () => {
    const { content } = await sale();
    const { obstacles } = await steps(registry()).check(1008, {
      ...content,
      receivedAt: '2026-11-17T09:00:00-05:00',
      guarantees: [{ ...content.guarantees[0], date: '2026-11-01' }],
    });
    const found = obstacles.map((one: { code: string; byReason: boolean }) => [one.code, one.byReason]);
    expect(Object.fromEntries(found)).toMatchObject({ enteredLate: true, guaranteeDate: false });
  });

  test('other certificates of the same presentor and holder are no duplicate', async () => {
    const { source, content: first } = await sale();
    const split = {
      ...{ ...first, caseCode: 'SplitUp', guarantees: [], facts: undefined, pricePerShare: undefined },
      lines: [{ systemShareholderId: source.holderId, shares: 200 }],
      documents: [{ kind: 'Instruction', state: 'Original' }],
    };
    const { controlTransactionId } = await carryOut(registry(), 1008, split);
    const { rows } = await registry().database.pool.query(
      `select prefix || '-' || number as number from certificate where issued_txn = $1 order by id`,
      [controlTransactionId],
    );
    const [one, two] = rows.map((row) => row.number);
    const { enter, take } = steps(registry());
    const content = { ...first, lines: [{ ...first.lines[0], shares: 10 }], certificates: named(one) };
    const item = await enter(1008, content, clerk);
    const other = {
      ...content,
      certificates: named(two),
    };
    expect(await codes(other)).toEqual([]);
    await take('cancel', [item], clerk, { reason: 'End of the test' });
  });

  test('an item entered before its certificate exists needs the approval that its shares ask for', async () => {
    const { source, content } = await sale(10);
    const { enter, take, detail } = steps(registry());
    const { rows } = await registry().database.pool.query(
      `select max(number)::int + 1 as next, prefix from certificate where prefix = 'BE' and class_id = $1 group by prefix`,
      [content.securityTypeId],
    );
    const item = await enter(
      1008,
      {
        ...{ kind: 'Transfer', caseCode: 'CourtOrder', receivedAt: content.receivedAt, channel: 'Mail' },
        certificates: [{ prefixAndCertificateNumber: `BE-${rows[0].next}` }],
        securityTypeId: content.securityTypeId,
        lines: [{ systemShareholderId: source.holderId, shares: 1 }],
        documents: [{ kind: 'CourtOrder', state: 'Original' }],
      },
      clerk,
    );
    expect(item).toMatchObject({ shares: null, obstacles: ['unknownCertificate'] });
    // The new certificate of another item gets the number.
    const lines = [{ ...content.lines[0], certificateType: 'BookEntry', shares: 10 }];
    await carryOut(registry(), 1008, { ...content, lines });
    expect(await take('submit', [item], clerk)).toMatchObject([{ message: '', stage: 'AwaitingApproval' }]);
    expect(await detail(item)).toMatchObject({ shares: 1, issuedTo: source.name, obstacles: [] });
    // Another item on it now finds this one.
    const other = { ...content, certificates: named(`BE-${rows[0].next}`) };
    expect(await codes(other)).toContain('sameCertificate certificates');
    await take('cancel', [await detail(item)], clerk, { reason: 'End of the test' });
  });
}

const named = (number: string) => [{ prefixAndCertificateNumber: number, isPaperHere: true }];
