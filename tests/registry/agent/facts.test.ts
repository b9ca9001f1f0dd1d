import { expect, test } from 'vitest';
import { type AgentId, contract, endpointOf } from '#lib/contract/index';
import { controlLines } from '#registry/queries/reports/control-lines';
import { openDifferences } from '#registry/queries/reports/open-differences';
import { rejectionsBetween } from '#registry/queries/reports/rejections';
import { registryOfFile } from '../boot.ts';
import { shapeDifferences } from '../shape-check.ts';
import { search } from '../shapes.ts';
import { clerk, operator, saleContent, someCertificate, steps } from './items.ts';

type Row = Record<string, unknown>;
type Body = Record<string, Row[]> & { totalRecords: number };

const registry = registryOfFile();
const issuers = [1001, 1003, 1004, 1005, 1006, 1008];
const year = { startDate: '2026-01-01', endDate: '2026-11-20' };
const today = '2026-11-20';
const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };

async function read(id: AgentId, fields: Row, as?: 'demo-issuer' | 'demo-readonly') {
  const response = await registry().call(`${endpointOf(id).path}?${search(fields)}`, as && { as });
  return { status: response.status, body: response.body as Body };
}

/** All pages of a list, with a page size that divides it unevenly. */
async function whole(id: AgentId, items: string, fields: Row): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { status, body } = await read(id, { ...fields, start: rows.length, numberOfRows: 997 });
    expect(status).toBe(200);
    const page = body[items] as Row[];
    rows.push(...page);
    if (page.length === 0 || rows.length >= Number(body.totalRecords)) {
      expect(rows.length).toBe(Number(body.totalRecords));
      return rows;
    }
  }
}

const sum = (rows: readonly Row[], name: string) =>
  rows.reduce((total, row) => total + BigInt(row[name] as bigint), 0n);

const query = (text: string, values: unknown[]) => registry().database.pool.query(text, values);
const issuerId = async (customerId: number): Promise<bigint> =>
  (await query('select id from issuer where customer_id = $1', [customerId])).rows[0].id;

const samples: [AgentId, Row][] = [
  ['GetRejections', year],
  ['GetRejections', { customerIssuerId: 1001, ...year }],
  ['GetControlBook', { customerIssuerId: 1001, ...year }],
  ['GetTurnaround', { customerIssuerId: 1001, ...year }],
  ['GetCertificatesAsOf', { customerIssuerId: 1001, cutoff: '2026-06-30', status: 'All' }],
  ['GetHoldersAsOf', { customerIssuerId: 1001, cutoff: '2026-06-30' }],
  ['GetProposals', { customerIssuerId: 1001, controlProxyId: 100000001 }],
  ['GetDividendPayments', { customerIssuerId: 1001, dividendId: 100000016 }],
  ['GetHolderChanges', { customerIssuerId: 1001, customerShareholderId: 'H-100010' }],
  ['GetStops', { customerIssuerId: 1008 }],
  ['GetPositionMovements', { customerIssuerId: 1008, controlCertificateId: 1 }],
  ['GetRollForwardNotes', { customerIssuerId: 1008, ...year }],
  ['GetRecordDifferences', { customerIssuerId: 1001 }],
  ['GetSentReports', { customerIssuerId: 1001 }],
  ['GetIssuerBooks', { customerIssuerId: 1001 }],
  ['GetProof', { customerIssuerId: 1001, cutoff: '2026-06-30' }],
];

test.each(samples)('%s %j returns exactly its documented fields', async (id, fields) => {
  const { status, body } = await read(id, fields);
  expect([status, shapeDifferences(contract[id].response, body)]).toEqual([200, []]);
});

test.each(samples.slice(1))(
  '%s: another issuer is 403, an object of another issuer 404',
  async (id, fields) => {
    expect((await read(id, { ...fields, customerIssuerId: 1004 }, 'demo-issuer')).status).toBe(403);
    const named = ['controlProxyId', 'dividendId'].some((name) => name in fields);
    if (named) expect((await read(id, { ...fields, customerIssuerId: 1003 })).status).toBe(404);
  },
);

test('rejections are those of the rejection list, and the others', async () => {
  const rows = await whole('GetRejections', 'rejections', year);
  const ids = (await query('select id from issuer', [])).rows.map(({ id }) => id);
  const listed = await rejectionsBetween(registry().database.pool, ids, year.startDate, year.endDate, [
    'DTC',
    'Medallion',
  ]);
  expect(listed.length).toBeGreaterThan(0);
  const inList = rows.filter(({ kind }) => kind !== 'Other');
  const key = (one: unknown[]) => one.map(String).join('|');
  expect(
    inList
      .map((row) => key([row.rejectNumber, row.receivedDate, row.shares, row.value, row.reasonCode]))
      .sort(),
  ).toEqual(
    listed.map((row) => key([row.id, row.received_on, row.shares, row.value, row.reason_code])).sort(),
  );
});

test.each(issuers)(
  'control book of %i: the entries of the file, and they lead from opening to closing',
  async (customer) => {
    const fields = { customerIssuerId: customer, ...year };
    const entries = await whole('GetControlBook', 'entries', fields);
    const { body } = await read('GetControlBook', fields);
    const id = await issuerId(customer);
    const zone = 'America/New_York';
    const lines = await controlLines(registry().database.pool, id, year.startDate, year.endDate, zone);
    expect(
      entries.map((row) => [row.effectiveDate, BigInt(row.creditedShares as bigint), row.authority]),
    ).toEqual(lines.map((line) => [line.effective_on, line.credited_shares, line.authority]));
    for (const each of body.classes as Row[]) {
      const own = entries.filter(({ securityTypeId }) => securityTypeId === each.securityTypeId);
      const moved = (name: string) =>
        BigInt(each[`closing${name}`] as bigint) - BigInt(each[`opening${name}`] as bigint);
      expect(moved('Issued')).toBe(sum(own, 'creditedShares') - sum(own, 'debitedShares'));
      expect(moved('Treasury')).toBe(sum(own, 'treasuryDelta'));
      expect(moved('Reserved')).toBe(sum(own, 'reservedDelta'));
      expect(moved('Authorized')).toBe(sum(own, 'authorizedDelta'));
    }
    const open = await openDifferences(registry().database.pool, id, year.endDate);
    expect(body.openRecordDifferences?.length).toBe(open.length);
  },
);

test.each(issuers)('turnaround of %i has the months of the TA-2', async (customer) => {
  const { body } = await read('GetTurnaround', { customerIssuerId: customer, ...year });
  const ta2 = await registry().call(`/api/v1/Report/GetTA2Report?customerIssuerId=${customer}&year=2026`);
  const { months } = (ta2.body as { turnaround: { months: Row[] } }).turnaround;
  expect(body.months).toEqual(
    months.map(({ month, routineItems, withinThreeBusinessDays, compliant }) => ({
      month,
      routineItems,
      withinThreeBusinessDays,
      isPassed: compliant,
    })),
  );
  const items = await whole('GetTurnaround', 'items', { customerIssuerId: customer, ...year });
  const counted = items.filter(({ isCounted }) => isCounted);
  expect(BigInt(counted.length)).toBe(sum(body.months as Row[], 'routineItems'));
});

test.each(['2024-06-30', today])(
  'certificates and holders of 1001 on %s add up to the balance',
  async (cutoff) => {
    const fields = { customerIssuerId: 1001, cutoff };
    const certificates = await whole('GetCertificatesAsOf', 'certificates', fields);
    const holders = await whole('GetHoldersAsOf', 'shareholders', fields);
    const balance = await registry().call(
      `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1001&CutoffDate=${cutoff}`,
    );
    const outstanding = sum(balance.body as Row[], 'totalOutstandingShares');
    expect(sum(certificates, 'shares')).toBe(outstanding);
    expect(
      sum(
        holders.flatMap((holder) => holder.securities as Row[]),
        'shares',
      ),
    ).toBe(outstanding);
    expect(new Set(certificates.map((row) => row.customerShareholderId)).size).toBe(holders.length);
    expect(certificates.every(({ canceled }) => canceled === null)).toBe(true);
  },
);

test('certificates of today are those of the list of certificates', async () => {
  const rows = await whole('GetCertificatesAsOf', 'certificates', {
    customerIssuerId: 1003,
    cutoff: today,
    status: 'All',
  });
  const list = await registry().call(
    '/api/v1/Certificate/GetHoldingCertificates?customerIssuerId=1003&filterStatus=All',
  );
  const names = (all: readonly Row[]) =>
    all.map((row) => `${row.prefixAndCertificateNumber} ${row.shares}`).sort();
  expect(names(rows)).toEqual(names(list.body as Row[]));
});

test('proposals are proved to the shares present', async () => {
  const list = (await registry().call('/api/v1/Proxy/GetList?customerIssuerId=1001')).body as Row[];
  for (const { proxyId } of list) {
    const { body } = await read('GetProposals', { customerIssuerId: 1001, controlProxyId: proxyId });
    const meeting = body as unknown as Row;
    for (const row of body.proposals as Row[]) {
      const votes = ['for', 'against', 'withheld', 'abstain', 'brokerNonVote'];
      const present = votes.reduce((total, name) => total + BigInt(row[`${name}Shares`] as bigint), 0n);
      expect(present).toBe(BigInt(meeting.votedShares as bigint));
      expect(row.isCarried === null).toBe(meeting.status !== 'Closed');
    }
  }
});

const toCents = (dollars: unknown) => BigInt(Math.round(Number(dollars) * 100));

test.each(issuers)('dividends of %i: payments add up to the distribution', async (customer) => {
  const list = (await registry().call(`/api/v1/Dividend/GetList?customerIssuerId=${customer}`)).body as Row[];
  for (const one of list) {
    const payments = await whole('GetDividendPayments', 'payments', {
      customerIssuerId: customer,
      dividendId: one.dividendId,
    });
    expect(sum(payments, 'shares')).toBe(BigInt(one.oustandingShares as bigint));
    expect(payments.filter((row) => row.shareholderName === '')).toEqual([]);
    const total = (name: string) => payments.reduce((cents, row) => cents + toCents(row[name]), 0n);
    expect(total('net') + total('withheld')).toBe(total('gross'));
    if (one.type !== 'Stock') expect(total('gross')).toBe(toCents(one.distributionAmount));
  }
});

test('a dividend of a plan names what its reinvested dollars bought', async () => {
  const list = (await registry().call('/api/v1/Dividend/GetList?customerIssuerId=1008')).body as Row[];
  const plans = [];
  for (const { dividendId } of list) {
    const fields = { customerIssuerId: 1008, dividendId };
    const { plan } = (await read('GetDividendPayments', fields)).body as unknown as { plan: Row | null };
    if (!plan) continue;
    const later = await read('GetDividendPayments', { ...fields, start: 1 });
    expect((later.body as unknown as Row).plan).toBeNull();
    plans.push(plan);
  }
  expect(plans.length).toBeGreaterThan(3);
  for (const plan of plans) {
    const purchases = plan.purchases as Row[];
    expect(purchases.length).toBeGreaterThan(0);
    expect(purchases.reduce((total, { cost }) => total + toCents(cost), 0n)).toBe(toCents(plan.cost));
    expect(toCents(plan.cashBefore) + toCents(plan.reinvested) - toCents(plan.cost)).toBe(
      toCents(plan.cashAfter),
    );
    expect(plan.difference).toBe('0.00');
    for (const { businessDays } of purchases) expect(Number(businessDays)).toBeLessThanOrEqual(5);
  }
  // The cash of today is that after the last dividend.
  expect(plans.filter(({ cashStored }) => cashStored !== null)).toHaveLength(1);
});

test('a change of a holder is listed with its author, its tax ID masked', async () => {
  const example = contract.CreateOrUpdate.example.request;
  const body = { ...example, customerShareholderId: 'H-100010', primaryTaxId: '900-01-7777' };
  expect((await registry().call('/api/v1/Shareholder/CreateOrUpdate', { body })).status).toBe(200);
  const fields = { customerIssuerId: 1001, customerShareholderId: 'H-100010' };
  const [newest] = await whole('GetHolderChanges', 'changes', fields);
  expect(newest).toMatchObject({ action: 'Update', byEmail: example.createdByEmail, clientId: 'demo-agent' });
  expect(newest?.registration).toContainEqual(
    expect.objectContaining({ field: 'primaryTaxId', after: '*****7777' }),
  );
  expect(newest?.contact).toContainEqual(
    expect.objectContaining({ field: 'primaryAddress.city', after: 'Dayton' }),
  );
  expect(
    JSON.stringify(newest, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('900017777');
  expect((await read('GetHolderChanges', { ...fields, customerIssuerId: 1003 })).status).toBe(404);
});

test('stops: active and released are all of them', async () => {
  for (const customerIssuerId of issuers) {
    const [all, active, released] = await Promise.all(
      ['All', 'Active', 'Released'].map((status) => whole('GetStops', 'stops', { customerIssuerId, status })),
    );
    expect(active!.length + released!.length).toBe(all!.length);
    expect(active!.every((row) => row.released === null || (row.released as string) > today)).toBe(true);
    const stored = await query('select count(*) as n from stop where issuer_id = $1', [
      await issuerId(customerIssuerId),
    ]);
    expect(BigInt(all!.length)).toBe(stored.rows[0].n);
    expect(all!.filter((row) => row.shareholderName === '')).toEqual([]);
    const { controlCertificateId } = all![0] ?? {};
    if (controlCertificateId !== undefined)
      expect(await whole('GetStops', 'stops', { customerIssuerId, controlCertificateId })).toEqual(
        all!.filter((row) => row.controlCertificateId === controlCertificateId),
      );
  }
});

test('the movements of a position lead from one balance to the next, and to the shares of the certificate', async () => {
  const { rows } = await registry().database.pool.query<{
    id: string;
    issuer: string;
    n: string;
    shares: string;
    last: string;
  }>(
    `select c.position_id::text as id, i.customer_id::text as issuer, count(*)::text as n,
            (array_agg(c.shares order by c.movement desc))[1]::text as shares, max(c.id)::text as last
       from certificate c join issuer i on i.id = c.issuer_id where c.position_id is not null
      group by c.position_id, i.customer_id order by count(*) desc, c.position_id limit 3`,
  );
  expect(rows.length).toBe(3);
  for (const { id, issuer, n, shares, last } of rows) {
    const of = { customerIssuerId: Number(issuer), controlCertificateId: Number(id) };
    const movements = (await whole('GetPositionMovements', 'movements', of)) ?? [];
    expect(
      shapeDifferences(contract.GetPositionMovements.response, (await read('GetPositionMovements', of)).body),
    ).toEqual([]);
    const oldest = movements.toReversed();
    let balance = 0n;
    for (const [index, one] of oldest.entries()) {
      balance += BigInt(one.movedShares as bigint);
      expect([Number(one.movement), BigInt(one.balance as bigint)]).toEqual([index, balance]);
    }
    expect([0n, BigInt(shares)]).toContain(balance);
    expect(movements.length - (balance === 0n ? 1 : 0)).toBe(Number(n));
    expect(oldest.map(({ effectiveDate }) => `${effectiveDate}`)).toEqual(
      oldest.map(({ effectiveDate }) => `${effectiveDate}`).toSorted(),
    );
    // Any of its rows names the position.
    expect(
      await whole('GetPositionMovements', 'movements', { ...of, controlCertificateId: Number(last) }),
    ).toEqual(movements);
  }
  const [first] = rows;
  expect(
    await whole('GetPositionMovements', 'movements', {
      customerIssuerId: Number(first?.issuer) === 1003 ? 1004 : 1003,
      controlCertificateId: Number(first?.id),
    }),
  ).toEqual([]);
});

test('a record difference is opened and resolved once, each by its actor', async () => {
  const post = (id: 'OpenRecordDifference' | 'ResolveRecordDifference', body: Row) =>
    registry().call(endpointOf(id).path, { body: { actor, customerIssuerId: 1001, ...body } });
  const opening = { securityTypeId: 100000001, openedOn: '2026-11-02', shares: -75, cause: 'Misposted' };
  const late = await post('OpenRecordDifference', { ...opening, openedOn: '2026-11-22' });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('openedOn')]);
  const noClass = await post('OpenRecordDifference', { ...opening, securityTypeId: 199999999 });
  expect([noClass.status, noClass.text]).toEqual([400, expect.stringContaining('securityTypeId')]);
  const opened = await post('OpenRecordDifference', { ...opening, idempotencyId: 'difference-1' });
  expect(opened.status).toBe(200);
  expect((await post('OpenRecordDifference', { ...opening, idempotencyId: 'difference-1' })).status).toBe(
    409,
  );
  const id = Number((opened.body as Row).recordDifferenceId);
  const found = async () =>
    (await whole('GetRecordDifferences', 'recordDifferences', { customerIssuerId: 1001 })).find(
      (row) => Number(row.recordDifferenceId) === id,
    );
  expect(await found()).toMatchObject({ openedBy: actor.email, daysOpen: 18, resolvedOn: null });

  const closing = { recordDifferenceId: id, version: 0, resolvedOn: today, resolution: 'Entry corrected' };
  for (const [wrong, field] of [
    [{ resolvedOn: '2026-11-01' }, 'resolvedOn'],
    [{ resolvedOn: '2026-11-22' }, 'resolvedOn'],
    [{ version: 7 }, 'version'],
  ] as const) {
    const response = await post('ResolveRecordDifference', { ...closing, ...wrong });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining(field)]);
  }
  const foreign = await post('ResolveRecordDifference', { ...closing, customerIssuerId: 1003 });
  expect(foreign.status).toBe(404);
  const both = await Promise.all([
    post('ResolveRecordDifference', closing),
    post('ResolveRecordDifference', closing),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 400)?.text).toContain('recordDifferenceId');
  expect(await found()).toMatchObject({ resolvedBy: actor.email, resolution: 'Entry corrected', version: 1 });
});

test('a record difference has what the rules ask: since when, basis, kinds, over-issuance, steps', async () => {
  const post = (path: string, body: Row) =>
    registry().call(`/agent/v1/record-differences/${path}`, {
      body: { actor, customerIssuerId: 1001, ...body },
    });
  const opening = {
    ...{ securityTypeId: 100000001, openedOn: '2026-11-02', existedSince: '2026-10-01', shares: 30 },
    ...{
      cause: 'Certificate presented twice',
      basis: 'Detail',
      causeKind: 'Duplicate',
      isOverIssuance: true,
    },
  };
  for (const [wrong, field] of [
    [{ existedSince: '2026-11-03' }, 'existedSince'],
    [{ basis: 'Both' }, 'basis'],
    [{ causeKind: 'Unknown' }, 'causeKind'],
  ] as const) {
    const response = await post('open', { ...opening, ...wrong });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining(field)]);
  }
  const plain = { ...opening, existedSince: undefined, causeKind: undefined, basis: undefined };
  const [full, short] = [
    await post('open', opening),
    await post('open', { ...plain, isOverIssuance: false }),
  ];
  expect([full.status, short.status]).toEqual([200, 200]);
  const idOf = ({ body }: { body: unknown }) => Number((body as Row).recordDifferenceId);
  const found = async (id: number) =>
    (await whole('GetRecordDifferences', 'recordDifferences', { customerIssuerId: 1001 })).find(
      (row) => Number(row.recordDifferenceId) === id,
    );
  expect(await found(idOf(full))).toMatchObject({
    ...{
      existedSince: '2026-10-01',
      daysExisting: 50,
      daysOpen: 18,
      basis: 'Detail',
      causeKind: 'Duplicate',
    },
    ...{ isOverIssuance: true, buyInBy: '2027-01-01', steps: [], resolutionKind: null, transactionId: null },
  });
  expect(await found(idOf(short))).toMatchObject({
    ...{ existedSince: '2026-11-02', daysExisting: 18, basis: 'Detail', causeKind: null },
    ...{ isOverIssuance: false, buyInBy: null },
  });

  const step = { recordDifferenceId: idOf(full), takenOn: '2026-11-03', note: 'Asked the presentor' };
  for (const [wrong, field] of [
    [{ takenOn: '2026-11-01' }, 'takenOn'],
    [{ takenOn: '2026-11-22' }, 'takenOn'],
    [{ note: ' ' }, 'note'],
  ] as const) {
    const response = await post('steps', { ...step, ...wrong });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining(field)]);
  }
  expect((await post('steps', { ...step, customerIssuerId: 1003 })).status).toBe(404);
  const two = await Promise.all([post('steps', step), post('steps', { ...step, note: 'Sent a letter' })]);
  expect(two.map(({ body }) => Number((body as Row).number)).sort()).toEqual([1, 2]);

  const closing = {
    ...{ recordDifferenceId: idOf(full), version: 0, resolvedOn: '2026-11-20', resolution: 'Bought in' },
    ...{ resolutionKind: 'Bought in' },
  };
  const [known] = (
    await registry().database.pool.query<{ id: string; number: string }>(
      `select id::text, coalesce(customer_id, id)::text as number from txn
        where issuer_id = 1 and status = 'Completed' order by id limit 1`,
    )
  ).rows;
  const unknown = await post('resolve', { ...closing, transactionId: 999_999_999 });
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('transactionId')]);
  expect((await post('resolve', { ...closing, transactionId: Number(known?.number) })).status).toBe(200);
  const resolved = (await found(idOf(full))) ?? {};
  expect(resolved).toMatchObject({ resolutionKind: 'Bought in', daysExisting: 50 });
  expect([resolved.controlTransactionId, resolved.transactionId].map(String)).toEqual([
    known?.id,
    known?.number,
  ]);
  expect((resolved.steps as Row[]).map(({ number, recordedBy }) => [Number(number), recordedBy])).toEqual([
    [1, actor.email],
    [2, actor.email],
  ]);
  expect((await post('steps', step)).status).toBe(400);
  await post('resolve', { ...closing, recordDifferenceId: idOf(short) });
});

test('what is known about a record difference is changed with a reason, and before and after are kept', async () => {
  const post = (path: string, body: Row) =>
    registry().call(`/agent/v1/record-differences/${path}`, {
      body: { actor, customerIssuerId: 1001, ...body },
    });
  const [paper] = (
    await registry().database.pool.query<{ id: string; name: string; holder: string }>(
      `select c.id::text, c.prefix || '-' || c.number as name, h.customer_id as holder from certificate c
         join holder h on h.id = c.holder_id
         join account a on a.issuer_id = c.issuer_id and a.holder_id = c.holder_id and a.role = 'holder'
        where c.issuer_id = 1 and c.class_id = 100000001 and c.canceled_on = '9999-12-31' order by c.id limit 1`,
    )
  ).rows;
  const opened = await post('open', {
    ...{ securityTypeId: 100000001, openedOn: '2026-11-02', shares: 30, cause: 'Presented twice' },
    ...{ isOverIssuance: true, certificates: [paper?.name, 'CS-999999'] },
  });
  expect(opened.status).toBe(200);
  const recordDifferenceId = Number((opened.body as Row).recordDifferenceId);
  const found = async () =>
    (await whole('GetRecordDifferences', 'recordDifferences', { customerIssuerId: 1001 })).find(
      (row) => Number(row.recordDifferenceId) === recordDifferenceId,
    ) ?? {};
  expect(await found()).toMatchObject({
    ...{ customerShareholderId: null, itemId: null, discoveredOn: '2026-11-02', letterOn: null, bond: '' },
    ...{ buyInBy: '2027-01-01', boughtInOn: null, boughtInShares: null, boughtInPrice: null },
  });
  // A number that no certificate of the class has stays, without an ID.
  expect(
    ((await found()).certificates as Row[]).map((one) => [
      one.certificateNumber,
      `${one.controlCertificateId}`,
    ]),
  ).toEqual([
    [paper?.name, paper?.id],
    ['CS-999999', 'null'],
  ]);
  const known = {
    ...{ recordDifferenceId, version: 0, cause: 'Presented twice', isOverIssuance: true },
    certificates: [paper?.name],
  };
  const change = {
    ...known,
    reason: 'The letter came in',
    letterOn: '2026-11-12',
    existedSince: '2026-10-01',
  };
  for (const [wrong, field] of [
    [{ reason: ' ' }, 'reason'],
    [{ version: 3 }, 'version'],
    [{ existedSince: '2026-11-03' }, 'existedSince'],
    [{ discoveredOn: '2026-09-30' }, 'discoveredOn'],
    [{ letterOn: '2026-11-23' }, 'letterOn'],
    [{ customerShareholderId: 'H-none' }, 'customerShareholderId'],
    [{ itemId: 987654321 }, 'itemId'],
    [{ certificates: ['CS 12'] }, 'certificates'],
    [{ boughtInShares: 30 }, 'boughtInOn'],
    [{ boughtInOn: '2026-11-12' }, 'boughtInShares'],
    [{ boughtInOn: '2026-11-12', boughtInShares: 0 }, 'boughtInShares'],
    [{ boughtInOn: '2026-11-12', boughtInShares: 30, boughtInPrice: '1e3' }, 'boughtInPrice'],
  ] as const) {
    const response = await post('change', { ...change, ...wrong });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining(field)]);
  }
  expect((await post('change', { ...change, customerIssuerId: 1003 })).status).toBe(404);
  expect(await found()).toMatchObject({ version: 0, steps: [] });

  const both = await Promise.all([post('change', change), post('change', change)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await found()).toMatchObject({
    ...{ version: 1, letterOn: '2026-11-12', buyInBy: '2027-01-31', existedSince: '2026-10-01' },
    steps: [
      {
        ...{ takenOn: today, recordedBy: actor.email },
        note:
          `Changed existed since from Nov 2, 2026 to Oct 1, 2026; certificates from ${paper?.name}, CS-999999 to ` +
          `${paper?.name}; letter from – to Nov 12, 2026. The letter came in`,
      },
    ],
  });
  const none = await post('change', { ...change, version: 1 });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining('nothing differs')]);

  const more = { ...change, customerShareholderId: paper?.holder, discoveredOn: '2026-10-05' };
  expect((await post('change', { ...more, version: 1, bond: 'Tri-State Surety 4471' })).status).toBe(200);
  expect(await found()).toMatchObject({
    ...{ customerShareholderId: paper?.holder, bond: 'Tri-State Surety 4471', buyInBy: null },
  });
  const buyIn = { boughtInOn: '2026-11-19', boughtInShares: 30, boughtInPrice: '12.50' };
  const bought = await post('change', { ...more, ...buyIn, version: 2, boughtInFrom: 'Open market' });
  expect(bought.status).toBe(200);
  const last = await found();
  expect([last.boughtInOn, `${last.boughtInShares}`, last.boughtInPrice, last.boughtInFrom]).toEqual([
    ...['2026-11-19', '30', '12.50', 'Open market'],
  ]);
  expect(last).toMatchObject({ bond: '', buyInBy: null, version: 3 });
  expect((last.steps as Row[]).map(({ number }) => Number(number))).toEqual([1, 2, 3]);

  const resolution = { recordDifferenceId, version: 3, resolvedOn: today, resolution: 'Bought in' };
  expect((await post('resolve', resolution)).status).toBe(200);
  const late = await post('change', { ...change, version: 4 });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('already resolved')]);
});

test('an item counts from day 0 by the noon rule, in the turnaround, the TA-2 and the rejections', async () => {
  const { enter, take, detail } = steps(registry());
  const monthsOf = async () => {
    const { body } = await read('GetTurnaround', { customerIssuerId: 1008, ...year });
    const ta2 = await registry().call('/api/v1/Report/GetTA2Report?customerIssuerId=1008&year=2026');
    const { months } = (ta2.body as { turnaround: { months: Row[] } }).turnaround;
    const routine = (list: Row[]) => list.map((one) => [one.month, BigInt(one.routineItems as bigint)]);
    expect(routine(body.months as Row[])).toEqual(routine(months));
    return new Map(routine(months) as [string, bigint][]);
  };
  const before = await monthsOf();
  const clearances = [{ obstacle: 'enteredLate', reason: 'Found in the wrong tray' }];
  const receipts = [
    ['2026-10-30T16:30:00-04:00', '2026-11-02', '2026-11-05', 13],
    ['2026-11-16T12:00:00-05:00', '2026-11-16', '2026-11-19', 4],
    ['2026-11-16T12:00:01-05:00', '2026-11-17', '2026-11-20', 3],
  ] as const;
  const made: { controlTransactionId: number }[] = [];
  for (const [receivedAt] of receipts) {
    const source = await someCertificate(registry(), 1008);
    const content = { ...(await saleContent(registry(), source, 10)), receivedAt, clearances };
    const item = await enter(1008, content, clerk);
    await take('submit', [item], clerk);
    await take('approve', [await detail(item)], operator, { acknowledged: item.obstacles });
    expect(await take('post', [await detail(item)], operator)).toMatchObject([{ message: '', isDone: true }]);
    made.push(item);
  }
  const items = await whole('GetTurnaround', 'items', { customerIssuerId: 1008, ...year });
  for (const [index, [receivedAt, countedFrom, dueDate, businessDays]] of receipts.entries())
    expect(
      items.find((one) => Number(one.controlTransactionId) === made[index]!.controlTransactionId),
    ).toMatchObject({
      receivedDate: receivedAt.slice(0, 10),
      countedFrom,
      dueDate,
      businessDays,
      isWithin: businessDays <= 3,
    });
  const after = await monthsOf();
  const grown = [...after].map(([month, count]) => [month, count - before.get(month)!]);
  expect(grown.filter(([, count]) => count !== 0n)).toEqual([['2026-11', 3n]]);

  const source = await someCertificate(registry(), 1008);
  const receivedAt = '2026-11-18T14:00:00-05:00';
  const item = await enter(1008, { ...(await saleContent(registry(), source, 10)), receivedAt }, clerk);
  const reason = { kind: 'Other', reasonCode: 'O02' };
  expect(await take('reject', [item], operator, reason)).toMatchObject([{ message: '', isDone: true }]);
  const rejections = await whole('GetRejections', 'rejections', { customerIssuerId: 1008, ...year });
  expect(
    rejections.find((one) => Number(one.controlTransactionId) === item.controlTransactionId),
  ).toMatchObject({ receivedDate: '2026-11-18', rejectedDate: today, businessDays: 1 });
});
