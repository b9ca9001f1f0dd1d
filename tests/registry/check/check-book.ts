// A small issuer with an entry of every kind that the invariants cover.

import type { Pool } from 'pg';
import { changeReserve, openReserve } from '#registry/ledger/capital';
import { convert } from '#registry/ledger/convert';
import { addTaxLots, placeStop } from '#registry/ledger/core/record-verbs';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { payStockDividend } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividend, payCashDividend } from '#registry/ledger/dividends';
import { issue } from '#registry/ledger/issuance/issue';
import { openClass } from '#registry/ledger/issuers';
import { cancel, receive, reject } from '#registry/ledger/pending-transactions';
import { closeProxy, openProxy, planProxy } from '#registry/ledger/proxies';
import { retire } from '#registry/ledger/retire';
import { transfer } from '#registry/ledger/transfer';
import { castVotes } from '#registry/ledger/votes';
import {
  alpha,
  beta,
  entry,
  gamma,
  openCompany,
  quill,
  recordedAt,
  registerFive,
  treasury,
} from '#tests/ledger/company';
import { alone } from '#tests/ledger/database';

const on = '2024-02-10';

/** A small issuer whose books hold an entry of every kind the 41 invariants cover. */
export async function writeWholeBook(pool: Pool): Promise<bigint> {
  const holders = await registerFive(pool);
  const company = await openCompany(pool, holders, [
    [alpha, 100n, 'R'],
    [beta, 333n],
    [gamma, 5n],
  ]);
  const { issuerId, common: classId, certificates } = company;
  const id = (index: number) => certificates[index]!.id;
  const lots = (certificateId: bigint, shares: bigint) =>
    alone(pool, addTaxLots, {
      issuerId,
      certificateId,
      lots: [
        {
          acquiredOn: '2024-01-10',
          shares,
          costPerShare: '1.00',
          totalCost: `${shares}.00`,
          isCovered: true,
          method: 'Purchase',
        },
      ],
    });
  await lots(id(0), 100n);
  await lots(id(1), 333n);
  const stop = { issuerId, certificateId: id(2), kind: 'Issuer stop' as const, placedOn: '2024-01-20' };
  await alone(pool, placeStop, stop);
  const authority = 'Resolution';
  const reserve = { issuerId, classId, name: 'Plan', effectiveOn: '2024-01-15', authority, recordedAt };
  const reserveId = await alone(pool, openReserve, { ...reserve, kind: 'Plan', shares: 500n });
  await alone(pool, changeReserve, { ...reserve, reserveId, delta: 40n });

  const lines = [{ holderId: holders[gamma]!, shares: 40n }];
  const gift = { ...entry('2024-02-01'), subKind: 'Gift' as const };
  await alone(pool, transfer, { issuerId, entry: gift, certificates: [id(0)], lines });
  const redeemed = { issuerId, entry: entry('2024-02-03'), certificates: [id(1)], shares: 33n };
  const { issued: left } = await alone(pool, retire, redeemed);
  await alone(pool, issue, {
    issuerId,
    classId,
    entry: entry('2024-02-04'),
    lines: [{ holderId: holders[beta]!, shares: 20n }],
    source: { reserveId },
  });
  const back = { ...entry('2024-02-04'), subKind: 'Repurchase' as const };
  const toTreasury = [{ holderId: holders[treasury]!, shares: 30n }];
  await alone(pool, transfer, { issuerId, entry: back, certificates: [left[0]!.id], lines: toTreasury });
  const { issued: units } = await company.put(company.units, [{ holderId: holders[beta]!, shares: 9n }]);
  const target = {
    classId,
    reserveId,
    ratio: { numerator: 1n, denominator: 1n },
    fractionalType: 'None' as const,
  };
  const separation = {
    issuerId,
    entry: entry('2024-02-05'),
    certificates: [units[0]!.id],
    targets: [target],
  };
  await alone(pool, convert, separation);
  await company.put(company.warrants, [
    { holderId: holders[alpha]!, shares: 50n },
    { holderId: holders[beta]!, shares: 50n },
  ]);

  await nomineePosition(pool, company, holders);

  await meeting(pool, issuerId, classId, holders[alpha]!, true);
  await meeting(pool, issuerId, classId, holders[alpha]!, false);
  const cash = { rate: '0.10', kind: 'Cash' as const, fractionalType: 'None' as const };
  const dividendId = await alone(pool, declareDividend, { issuerId, classId, ...dates(on), ...cash });
  await alone(pool, payCashDividend, { issuerId, dividendId, paidAt: `${on}T20:00:00Z` });
  await queue(pool, issuerId, classId);
  const third = { numerator: 1n, denominator: 3n };
  const reverse = { issuerId, classId, entry: entry('2024-03-01'), ratio: third };
  await alone(pool, splitReverse, { ...reverse, fractionalType: 'Round Up' });
  await growingClass(pool, issuerId, holders);
  await service(pool, issuerId, company.warrants, holders[alpha]!);
  await writeItem(pool, issuerId);
  return issuerId;
}

function dates(day: string) {
  return { declaredOn: day, exOn: day, recordOn: day, payableOn: day };
}

async function meeting(pool: Pool, issuerId: bigint, classId: bigint, holderId: bigint, closes: boolean) {
  const proposal = { recommendation: 'For', standard: 'Plurality' as const, isElection: true };
  const proxyId = await alone(pool, planProxy, {
    issuerId,
    classId,
    title: 'Annual',
    kind: 'Annual',
    recordOn: on,
    meetingAt: '5/1/2024 10:00 AM',
    quorumPercent: '50.00',
    proposals: [{ text: 'Elect', ...proposal }],
  });
  await alone(pool, openProxy, { issuerId, proxyId, mailedOn: on, openedAt: `${on}T20:00:00Z` });
  const votes = [{ proposal: 1, for: 60n }];
  const ballots = [{ holderId, shares: 60n, method: 'Mail', votedOn: on, votes }];
  await alone(pool, castVotes, { issuerId, proxyId, ballots });
  if (closes) await alone(pool, closeProxy, { issuerId, proxyId });
}

/** One entry each that stays Pending, was rejected, and was withdrawn. */
async function queue(pool: Pool, issuerId: bigint, classId: bigint): Promise<void> {
  const received = { issuerId, kind: 'T' as const, entry: { receivedOn: on } };
  await alone(pool, receive, received);
  const rejected = await alone(pool, receive, received);
  const processedAt = `${on}T21:00:00Z`;
  const reason = { kind: 'Medallion' as const, reasonCode: 'M01', reason: 'No medallion on assignment' };
  await alone(pool, reject, {
    issuerId,
    txnId: rejected,
    classId,
    rejectedOn: on,
    processedAt,
    shares: 5n,
    ...reason,
  });
  await alone(pool, cancel, { issuerId, txnId: await alone(pool, receive, received), processedAt });
}

/** Units of the nominee: two deposits and a withdrawal under one number. */
async function nomineePosition(
  pool: Pool,
  { issuerId, units, put }: Awaited<ReturnType<typeof openCompany>>,
  holders: readonly bigint[],
): Promise<void> {
  const { issued } = await put(
    units,
    [20n, 10n].map((shares) => ({ holderId: holders[alpha]!, shares })),
  );
  const move = (
    day: string,
    subKind: 'Depository deposit' | 'Depository withdrawal',
    certificate: bigint,
    to: number,
    shares: bigint,
  ) =>
    alone(pool, transfer, {
      issuerId,
      entry: { ...entry(day), subKind },
      certificates: [certificate],
      lines: [{ holderId: holders[to]!, shares }],
    });
  await move('2024-02-06', 'Depository deposit', issued[0]!.id, quill, 20n);
  await move('2024-02-07', 'Depository deposit', issued[1]!.id, quill, 10n);
  const { rows } = await pool.query<{ id: bigint }>(
    `select id from certificate where issuer_id = $1 and holder_id = $2 and canceled_on = '9999-12-31'`,
    [issuerId, holders[quill]],
  );
  await move('2024-02-08', 'Depository withdrawal', rows[0]!.id, beta, 12n);
}

/** A class with lots, a stock dividend and then a forward split. */
async function growingClass(pool: Pool, issuerId: bigint, holders: readonly bigint[]): Promise<void> {
  const classId = await alone(pool, openClass, {
    issuerId,
    code: 'P',
    name: 'Preferred',
    authorized: 100_000n,
    paperPrefix: 'PA',
    openedOn: '2024-01-02',
    authority: 'Charter',
    recordedAt,
  });
  const lot = { acquiredOn: '2024-01-10', costPerShare: '10.00', isCovered: true, method: 'Purchase' };
  const line = (holder: number, shares: bigint) => ({
    holderId: holders[holder]!,
    shares,
    lots: [{ ...lot, shares, totalCost: `${shares * 10n}.00` }],
  });
  const first = { issuerId, classId, entry: entry('2024-01-10') };
  await alone(pool, issue, { ...first, lines: [line(alpha, 101n), line(beta, 50n), line(gamma, 7n)] });
  const dividendId = await alone(pool, declareDividend, {
    issuerId,
    classId,
    kind: 'Stock',
    ...dates('2024-04-01'),
    ratio: { numerator: 1n, denominator: 20n },
    ratioText: '5%',
    fractionalType: 'Cash In Lieu',
    cashPrice: '12.00',
  });
  await alone(pool, payStockDividend, { issuerId, dividendId, entry: entry('2024-04-01') });
  const split = { issuerId, classId, entry: entry('2024-05-01'), ratio: { numerator: 3n, denominator: 2n } };
  await alone(pool, splitForward, { ...split, fractionalType: 'Round Up' });
}

/** A plan member, and the key of one accepted write. */
async function service(pool: Pool, issuerId: bigint, classId: bigint, holderId: bigint): Promise<void> {
  await pool.query('insert into plan_member values ($1, $2, $3, $4)', [
    issuerId,
    classId,
    holderId,
    '2024-06-01',
  ]);
  await pool.query(`insert into api_client values ('writer', 'hash', true, true, false, null, now())`);
  const responses = `insert into idempotency_key
    select 'writer', 'CreateNewIssuance', 'one', 'hash', '{"controlTransactionId":' || min(id) || ',"x":null}', now()
      from txn where issuer_id = $1 and kind = 'N'
    union all select 'writer', 'CreateOrUpdate', 'one', 'hash', '{"action":"Create","systemShareholderId":' || $2::bigint || '}', now()`;
  await pool.query(responses, [issuerId, holderId]);
}

/** An item that was entered, submitted, approved by another user and posted. */
async function writeItem(pool: Pool, issuerId: bigint): Promise<void> {
  const id = issuerId * 100_000_000n + 1n;
  await pool.query(
    `insert into item (issuer_id, id, version, kind, stage, content, digest, search_text, received_at, received_on,
                       counted_from, is_routine, entered_by, approved_by, posted_by, ended_at, changed)
     select $1, $2, 4, 'StopPlace', 'Posted', c, encode(sha256(convert_to(c, 'UTF8')), 'hex'), '', $3, $4, $4, false,
            'a@agent.example', 'b@agent.example', 'b@agent.example', $3, 1 from (values ('{}')) as v (c)`,
    [issuerId, id, recordedAt, on],
  );
  for (const [index, [user, action, from, to]] of [
    ['a', 'enter', null, 'Entered'],
    ['a', 'submit', 'Entered', 'AwaitingApproval'],
    ['b', 'approve', 'AwaitingApproval', 'Ready'],
    ['b', 'post', 'Ready', 'Posted'],
  ].entries())
    await pool.query(
      `insert into item_step (issuer_id, item_id, number, at, by_email, by_first_name, by_last_name, action, from_stage,
                              to_stage, digest)
       select $1, $2, $3, $4, $5 || '@agent.example', 'A', 'A', $6, $7, $8, digest
         from item where issuer_id = $1 and id = $2`,
      [issuerId, id, index + 1, recordedAt, user, action, from, to],
    );
  await pool.query(
    `insert into item_approval (issuer_id, item_id, number, at, by_email, by_first_name, by_last_name, digest, facts)
     select $1, $2, 2, $3, 'b@agent.example', 'B', 'B', digest, '{}' from item where issuer_id = $1 and id = $2`,
    [issuerId, id, recordedAt],
  );
}
