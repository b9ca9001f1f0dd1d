import { expect, test } from 'vitest';
import { addTaxLots } from '#registry/ledger/core/record-verbs';
import { verb } from '#registry/ledger/core/verb';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { receive } from '#registry/ledger/pending-transactions';
import { retire } from '#registry/ledger/retire';
import { reverse } from '#registry/ledger/reverse';
import { placeStopIn } from '#registry/ledger/stops';
import { transfer } from '#registry/ledger/transfer';
import { alpha, beta, entry, gamma, ledgerOfFile, rejectionOf } from './company.ts';
import { alone, proof } from './database.ts';

const { pool, holders, open, line } = await ledgerOfFile('reverse');

/** Outstanding certificates of an issuer: account, shares, restriction and acquisition date. */
async function outstanding(issuerId: bigint) {
  const { rows } = await pool.query(
    `select holder_id, shares::int, restriction, acquired_on from certificate
      where issuer_id = $1 and canceled_on = '9999-12-31' order by holder_id, id`,
    [issuerId],
  );
  return rows.map((row) => [holders.indexOf(row.holder_id), row.shares, row.restriction, row.acquired_on]);
}

const gift = (day: string) => ({ ...entry(day), subKind: 'Gift' as const });

test('a reversal of a transfer restores account, shares, date and lots, and lets a replacement follow', async () => {
  const { issuerId, certificates } = await open([[alpha, 1000n]]);
  const source = certificates[0]!.id;
  const lots = [
    {
      acquiredOn: '2020-01-02',
      shares: 1000n,
      costPerShare: null,
      totalCost: '500.00',
      isCovered: true,
      method: 'Purchase',
    },
  ];
  await alone(pool, addTaxLots, { issuerId, certificateId: source, lots });
  const first = await alone(pool, transfer, {
    issuerId,
    entry: gift('2024-02-01'),
    certificates: [source],
    lines: [line(beta, 600n)],
  });
  const undone = await alone(pool, reverse, { issuerId, txnId: first.txnId, entry: entry('2024-02-01') });
  expect(await outstanding(issuerId)).toEqual([[alpha, 1000, 'N', '2024-01-10']]);
  const basis = await pool.query('select acquired_on, total_cost from tax_lot where certificate_id = $1', [
    undone.issued[0]!.id,
  ]);
  expect(basis.rows).toEqual([{ acquired_on: '2020-01-02', total_cost: '500.00' }]);
  await alone(pool, transfer, {
    issuerId,
    entry: { ...gift('2024-02-01'), isPresented: false, replacesTxn: first.txnId },
    certificates: undone.issued.map((one) => one.id),
    lines: [line(gamma, 600n)],
  });
  expect(await outstanding(issuerId)).toEqual([
    [alpha, 400, 'N', '2024-01-10'],
    [gamma, 600, 'N', '2024-01-10'],
  ]);
  expect(
    await rejectionOf(alone(pool, reverse, { issuerId, txnId: first.txnId, entry: entry('2024-02-02') })),
  ).toBe('notReversible');
  expect(
    await rejectionOf(alone(pool, reverse, { issuerId, txnId: undone.txnId, entry: entry('2024-02-02') })),
  ).toBe('notReversible');
  expect(await proof(pool)).toEqual([]);
});

test('a legend removal, an issuance and a retirement are reversed, each with its control book', async () => {
  const { issuerId, common, certificates, put } = await open([
    [alpha, 100n, 'R'],
    [beta, 80n],
  ]);
  const [restricted, free] = certificates.map((one) => one.id) as [bigint, bigint];
  const removal = await alone(pool, transfer, {
    issuerId,
    entry: { ...entry('2024-02-01'), subKind: 'Legend removal' as const },
    certificates: [restricted],
    lines: [line(alpha, 100n, { restriction: 'N' })],
  });
  const part = await alone(pool, retire, {
    issuerId,
    entry: entry('2024-02-02'),
    certificates: [free],
    shares: 30n,
  });
  const issued = await put(common, [line(gamma, 7n)]);
  for (const { txnId } of [removal, part, issued])
    await alone(pool, reverse, { issuerId, txnId, entry: entry('2024-02-05') });
  expect(await outstanding(issuerId)).toEqual([
    [alpha, 100, 'R', '2024-01-10'],
    [beta, 80, 'N', '2024-01-10'],
  ]);
  expect(await proof(pool)).toEqual([]);
});

test('what later transactions rest on, or a split has changed, is not reversed', async () => {
  const { issuerId, common, certificates } = await open([
    [alpha, 100n],
    [beta, 80n],
  ]);
  const move = (certificate: bigint, to: number, day: string) =>
    alone(pool, transfer, {
      issuerId,
      entry: gift(day),
      certificates: [certificate],
      lines: [line(to, 10n)],
    });
  const first = await move(certificates[0]!.id, gamma, '2024-02-01');
  const other = await move(certificates[1]!.id, gamma, '2024-02-01');
  await move(first.issued[0]!.id, beta, '2024-02-02');
  const undo = (txnId: bigint, more: object = {}) =>
    rejectionOf(alone(pool, reverse, { issuerId, txnId, entry: entry('2024-02-10', more) }));
  expect(await undo(first.txnId)).toBe('laterEntry');
  expect(
    await rejectionOf(alone(pool, reverse, { issuerId, txnId: other.txnId, entry: entry('2024-01-31') })),
  ).toBe('dateOrder');
  const split = { ratio: { numerator: 2n, denominator: 1n }, fractionalType: 'Round Down' as const };
  await alone(pool, splitForward, { issuerId, classId: common, entry: entry('2024-02-05'), ...split });
  expect(await undo(other.txnId)).toBe('laterEntry');
  expect(await proof(pool)).toEqual([]);
});

test('what was received before a split and posted after it does not rest on the split', async () => {
  const { issuerId, common, certificates } = await open([
    [alpha, 100n],
    [beta, 80n],
  ]);
  const pending = async (kind: 'T' | 'R') =>
    alone(pool, receive, { issuerId, kind, entry: { receivedOn: '2024-02-01', authority: 'Order' } });
  const [waiting, redeemed] = [await pending('T'), await pending('R')];
  const split = { ratio: { numerator: 2n, denominator: 1n }, fractionalType: 'Round Down' as const };
  await alone(pool, splitForward, { issuerId, classId: common, entry: entry('2024-02-05'), ...split });
  const [first, second] = certificates.map((one) => one.id) as [bigint, bigint];
  await alone(pool, transfer, {
    issuerId,
    entry: { ...gift('2024-02-06'), txnId: waiting },
    certificates: [first],
    lines: [line(gamma, 10n)],
  });
  await alone(pool, retire, {
    issuerId,
    entry: { ...entry('2024-02-06'), txnId: redeemed },
    certificates: [second],
  });
  for (const txnId of [waiting, redeemed])
    await alone(pool, reverse, { issuerId, txnId, entry: entry('2024-02-07') });
  const after = await outstanding(issuerId);
  expect(after.filter(([holder]) => holder === alpha).map(([, shares]) => shares)).toEqual([100, 100]);
  expect(after.filter(([holder]) => holder === beta).map(([, shares]) => shares)).toEqual([80, 80]);
  expect(await proof(pool)).toEqual([]);
});

test('a retirement before a split is not reversed after it', async () => {
  const { issuerId, common, certificates } = await open([
    [alpha, 100n],
    [beta, 80n],
  ]);
  const retired = await alone(pool, retire, {
    issuerId,
    entry: entry('2024-02-01'),
    certificates: [certificates[0]!.id],
  });
  const split = { ratio: { numerator: 2n, denominator: 1n }, fractionalType: 'Round Down' as const };
  await alone(pool, splitForward, { issuerId, classId: common, entry: entry('2024-02-05'), ...split });
  expect(
    await rejectionOf(alone(pool, reverse, { issuerId, txnId: retired.txnId, entry: entry('2024-02-06') })),
  ).toBe('laterEntry');
});

test('a stop is carried to what is issued again, and nothing is carried to nothing', async () => {
  const { issuerId, common, certificates, put } = await open([[alpha, 100n]]);
  const moved = await alone(pool, transfer, {
    issuerId,
    entry: gift('2024-02-01'),
    certificates: [certificates[0]!.id],
    lines: [line(beta, 60n)],
  });
  const issued = await put(common, [line(gamma, 7n)]);
  const stop = { issuerId, kind: 'Adverse claim' as const, placedOn: '2024-02-10', noticeOn: '2024-02-11' };
  for (const one of [moved.issued[0]!, issued.issued[0]!])
    await alone(pool, verb(placeStopIn), { ...stop, certificateId: one.id });
  const undo = (txnId: bigint, carriesStops: boolean) =>
    rejectionOf(alone(pool, reverse, { issuerId, txnId, entry: entry('2024-02-12'), carriesStops }));
  expect(await undo(moved.txnId, false)).toBe('stopped');
  expect(await undo(issued.txnId, true)).toBe('stopped');
  expect(await undo(moved.txnId, true)).toBeUndefined();
  const { rows } = await pool.query(
    `select c.shares::int, s.kind, s.placed_on, s.notice_on, s.moved_from from stop s
       join certificate c on c.issuer_id = s.issuer_id and c.id = s.certificate_id
      where s.issuer_id = $1 and s.released_on is null and c.class_id = $2 and c.shares > 7`,
    [issuerId, common],
  );
  const { id } = moved.issued[0]!;
  expect(rows).toEqual([
    {
      ...{ shares: 100, kind: 'Adverse claim', placed_on: '2024-02-12' },
      ...{ notice_on: '2024-02-11', moved_from: id },
    },
  ]);
  expect(await proof(pool)).toEqual([]);
});
