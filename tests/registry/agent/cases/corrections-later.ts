import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { declareDividend, payCashDividend } from '#registry/ledger/dividends';
import { openProxy, planProxy } from '#registry/ledger/proxies';
import type { Registry } from '#tests/registry/boot';
import {
  carryOut,
  obstaclesOf,
  otherAccount,
  received,
  saleContent,
  someBookEntry,
  steps,
} from '../items.ts';

/** What happened since on what a correction reverses. */
export function correctionsLater(registry: () => Registry): void {
  const query = async (sql: string, ...values: unknown[]) =>
    (await registry().database.pool.query(sql, values)).rows;
  const correctionOf = (txn: number, more: object = {}) => ({
    ...{ kind: 'Correction', ...received, reason: 'Registered to the wrong account' },
    ...{ correctsControlTransactionId: txn, ...more },
  });
  const codes = (txn: number, more: object = {}) => obstaclesOf(registry(), 1008, correctionOf(txn, more));
  const sentences = async (txn: number, more: object = {}): Promise<string[]> =>
    (await steps(registry()).check(1008, correctionOf(txn, more))).obstacles.map(
      (one: { message: string }) => one.message,
    );
  const issuedBy = (txn: number) =>
    query(
      `select id::int8 as id, prefix || '-' || number as name, shares::int, holder_id from certificate
        where issued_txn = $1 order by id`,
      txn,
    );
  /** A sale that is posted; the first certificate is the buyer's. */
  async function sold(shares: number, more: { form?: string; effectiveDate?: string } = {}) {
    const source = await someBookEntry(registry(), 1008);
    const content = await saleContent(registry(), source, shares);
    const lines = [{ ...content.lines[0], certificateType: more.form ?? 'BookEntry' }];
    const { effectiveDate = null } = more;
    const sale = await carryOut(registry(), 1008, { ...content, lines, effectiveDate });
    const [first] = await issuedBy(sale.controlTransactionId);
    return { source, txn: sale.controlTransactionId as number, first, buyer: lines[0]!.systemShareholderId };
  }

  test('a stop is released first, or listed and carried to what is issued again', async () => {
    const { source, txn, first, buyer } = await sold(21);
    await carryOut(registry(), 1008, {
      ...{ kind: 'StopPlace', ...received, stop: { kind: 'Adverse claim', noticeOn: '2026-11-20' } },
      certificates: [{ prefixAndCertificateNumber: first.name }],
    });
    const [stop] = await query('select id::int8 as id from stop where certificate_id = $1', first.id);
    const stopIds = [Number(stop.id)];
    expect(await codes(txn)).toContain('stopped stopIds');
    expect(await sentences(txn)).toContain(
      `${first.name} has a stop: Adverse claim, placed Nov 20, 2026. Release it, or list it to carry it on.`,
    );
    expect(await codes(txn, { stopIds: [...stopIds, 999] })).toEqual(['unknownStop stopIds[1]']);
    const right = await otherAccount(registry(), { ...source, holderId: buyer! });
    const lines = [{ systemShareholderId: right, shares: 21 }];
    expect(await codes(txn, { stopIds, lines, caseCode: 'Gift' })).toEqual(['stopped lines']);
    const done = await carryOut(registry(), 1008, correctionOf(txn, { stopIds }));
    const reversal = done.reversedByControlTransactionId;
    expect(
      await query(
        `select s.kind, s.released_txn is not null as ended, c.shares::int, s.moved_from, s.notice_on from stop s
           join certificate c on c.issuer_id = s.issuer_id and c.id = s.certificate_id
          where s.certificate_id = $1 or c.issued_txn = $2 order by s.id`,
        first.id,
        reversal,
      ),
    ).toEqual([
      { kind: 'Adverse claim', ended: true, shares: 21, moved_from: null, notice_on: '2026-11-20' },
      {
        ...{ kind: 'Adverse claim', ended: false, shares: source.shares, notice_on: '2026-11-20' },
        moved_from: BigInt(first.id),
      },
    ]);
  });

  test('paper that went out comes back, or its loss is sworn', async () => {
    const { source, txn, first } = await sold(22, { form: 'Certificate' });
    expect(await codes(txn)).toEqual(['documentMissing certificates']);
    expect(await sentences(txn)).toEqual([`Missing: the paper of ${first.name}, or an affidavit of loss.`]);
    const paper = (name: string, isPaperHere = true) => ({
      certificates: [{ prefixAndCertificateNumber: name, isPaperHere }],
    });
    expect(await codes(txn, paper(first.name, false))).toEqual(['documentMissing certificates']);
    expect(await codes(txn, paper(source.number))).toEqual([
      'unknownCertificate certificates[0]',
      'documentMissing certificates',
    ]);
    expect(await codes(txn, paper(first.name))).toEqual([]);
    expect(await codes(txn, { documents: [{ kind: 'LossAffidavit', state: 'Missing' }] })).toEqual([
      'documentMissing certificates',
    ]);
    const sworn = { documents: [{ kind: 'LossAffidavit', state: 'Original' }] };
    await carryOut(registry(), 1008, correctionOf(txn, sworn));
  });

  test('a deposit that was confirmed needs the counter-reference of the depository', async () => {
    const source = await someBookEntry(registry(), 1008);
    const [nominee] = await query(
      `select a.holder_id::int8 as id from account a join holder h on h.id = a.holder_id
        where a.issuer_id = $1 and h.is_nominee limit 1`,
      source.issuerId,
    );
    const [facts] = await query(
      `select h.primary_tax_id as tax, k.cusip from holder h, security_class k where h.id = $1 and k.id = $2`,
      source.holderId,
      source.classId,
    );
    const reference = 'DR2026112000177';
    const deposit = await carryOut(registry(), 1008, {
      ...{ kind: 'Transfer', caseCode: 'Deposit', ...received, channel: 'Depository' },
      presentor: { name: 'Meridian Clearing LLC' },
      certificates: [{ prefixAndCertificateNumber: source.number, isPaperHere: true }],
      securityTypeId: source.classId,
      lines: [{ systemShareholderId: Number(nominee.id), shares: 40 }],
      depository: {
        ...{ service: 'DRS', participantNumber: '9001', suretyNumber: 'S-1', reference },
        ...{ cusip: facts.cusip, taxId: facts.tax, registration: source.name, shares: 40 },
      },
      documents: [{ kind: 'ParticipantInstruction', state: 'Original' }],
    });
    const txn = deposit.controlTransactionId;
    const instruction = (counter: string | null) => ({
      documents: [{ kind: 'ParticipantInstruction', state: 'Original', reference: counter }],
    });
    const [sentence] = await sentences(txn);
    expect(sentence).toContain(
      `the depository's counter-reference; transaction ${deposit.displayTransactionId} was confirmed under ${reference}.`,
    );
    for (const counter of [null, ' ', reference])
      expect(await codes(txn, instruction(counter))).toEqual(['documentMissing documents']);
    expect(await codes(txn, instruction('DR2026112000178'))).toEqual([]);
  });

  test("property that was remitted comes back by the state's return", async () => {
    const source = await someBookEntry(registry(), 1008);
    const sale = await saleContent(registry(), source, 10);
    const [state] = await query(
      `select a.holder_id::int8 as id from account a join holder h on h.id = a.holder_id
        where a.issuer_id = $1 and h.account_type = 'UnclaimedProperty' order by a.holder_id limit 1`,
      source.issuerId,
    );
    const remitted = await carryOut(registry(), 1008, {
      ...{ ...sale, caseCode: 'Escheat', documents: [{ kind: 'StateDemand', state: 'Original' }] },
      lines: [{ systemShareholderId: Number(state.id), shares: source.shares }],
    });
    const txn = remitted.controlTransactionId;
    expect(await codes(txn)).toEqual(['documentMissing documents']);
    expect((await sentences(txn))[0]).toMatch(
      /^Missing: the state's return; the shares were remitted to .+ on Nov 20, 2026\.$/,
    );
    const returned = { documents: [{ kind: 'StateReturn', state: 'Original' }] };
    await carryOut(registry(), 1008, correctionOf(txn, returned));
  });

  test('lists that are frozen and a dividend that was paid are warnings: they stay as they are', async () => {
    const { source, txn } = await sold(23, { effectiveDate: '2026-11-12' });
    const { pool } = registry().database;
    const issuerId = BigInt(source.issuerId);
    const classId = BigInt(source.classId);
    const target = { issuerId, classId };
    const dates = {
      declaredOn: '2026-11-10',
      exOn: '2026-11-13',
      recordOn: '2026-11-13',
      payableOn: '2026-11-16',
    };
    await withTransaction(pool, async (tx) => {
      const dividendId = await declareDividend(tx, {
        ...{ ...target, ...dates, fractionalType: 'Round Down', kind: 'Cash', rate: '0.01' },
      });
      await payCashDividend(tx, { issuerId, dividendId, paidAt: '2026-11-16T15:00:00Z' });
      const proxyId = await planProxy(tx, {
        ...{ ...target, title: 'Special meeting', kind: 'Special', recordOn: '2026-11-17' },
        ...{ meetingAt: '12/17/2026 10:00 AM', voteCloseAt: '', quorumPercent: '50' },
        proposals: [{ text: 'Auditor', recommendation: 'For', standard: 'MajorityCast', isElection: false }],
      });
      await openProxy(tx, { issuerId, proxyId, mailedOn: '2026-11-17', openedAt: '2026-11-17T15:00:00Z' });
    });
    expect(await codes(txn)).toEqual([]);
    expect(await sentences(txn)).toEqual([
      'The dividend of Nov 13, 2026 was paid by its list; adjust the payments apart.',
      'The dividend list of Nov 13, 2026 is frozen and stays.',
      'The meeting list of Nov 17, 2026 is frozen and stays.',
    ]);
    expect(await sentences(txn, { effectiveDate: '2026-11-16' })).toEqual([
      'The meeting list of Nov 17, 2026 is frozen and stays.',
    ]);
    expect(await sentences(txn, { effectiveDate: '2026-11-18' })).toEqual([]);
    await carryOut(registry(), 1008, correctionOf(txn));
  });
}
