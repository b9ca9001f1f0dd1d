import { expect, test } from 'vitest';
import { contract, endpointOf } from '#lib/contract/index';
import { registryOfFile } from '../boot.ts';
import { shapeDifferences } from '../shape-check.ts';
import { search } from '../shapes.ts';

type Row = Record<string, unknown>;

const registry = registryOfFile();
const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
const report = {
  actor,
  customerIssuerId: 1005,
  kind: 'Aged differences',
  periodEnd: '2026-08-31',
  sentOn: '2026-09-15',
  sentTo: 'Secretary of the company, by e-mail',
  fileName: 'aged differences "1005".pdf',
  sha256: 'ab'.repeat(32),
};

const record = (fields: Row, as?: 'demo-issuer' | 'demo-readonly') =>
  registry().call(endpointOf('RecordSentReport').path, { body: { ...report, ...fields }, ...(as && { as }) });

async function listed(fields: Row = {}): Promise<Row[]> {
  const { status, body } = await registry().call(
    `${endpointOf('GetSentReports').path}?${search({ customerIssuerId: '', numberOfRows: 100, ...fields })}`,
  );
  expect(status).toBe(200);
  const { sentReports, totalRecords } = body as { sentReports: Row[]; totalRecords: number };
  expect(shapeDifferences(contract.GetSentReports.response, body)).toEqual([]);
  expect(sentReports).toHaveLength(Number(totalRecords));
  return sentReports;
}

test('reports to an issuer and to the agency are kept with their digest, each with its due day', async () => {
  const first = await record({ idempotencyId: 'sent-1' });
  expect([first.status, first.body]).toEqual([200, { sentReportId: expect.anything(), dueOn: '2026-09-15' }]);
  expect((await record({ idempotencyId: 'sent-1' })).status).toBe(409);
  const agency = { customerIssuerId: null, periodEnd: '2026-09-30', sentOn: '2026-10-16', note: ' Late ' };
  // Columbus Day is no business day.
  expect((await record(agency)).body).toMatchObject({ dueOn: '2026-10-15' });
  const atOnce = {
    customerIssuerId: null,
    kind: 'Unposted items',
    periodEnd: '2026-10-20',
    sentOn: '2026-10-20',
  };
  expect((await record(atOnce)).body).toMatchObject({ dueOn: null });

  const toIssuer = await listed({ customerIssuerId: 1005 });
  expect(toIssuer).toEqual([
    expect.objectContaining({
      recipient: 'Issuer',
      kind: 'Aged differences',
      periodEnd: '2026-08-31',
      dueOn: '2026-09-15',
      sentOn: '2026-09-15',
      sentTo: report.sentTo,
      fileName: report.fileName,
      sha256: report.sha256,
      note: '',
      recordedBy: actor.email,
    }),
  ]);
  expect(Number(toIssuer[0]?.customerIssuerId)).toBe(1005);
  expect(await listed({ customerIssuerId: 1003 })).toEqual([]);
  expect((await listed()).map((one) => [one.recipient, one.kind, one.sentOn, one.note])).toEqual([
    ['Agency', 'Unposted items', '2026-10-20', ''],
    ['Agency', 'Aged differences', '2026-10-16', 'Late'],
    ['Issuer', 'Aged differences', '2026-09-15', ''],
  ]);
});

test('aged differences of all issues are compared with the limit of the agency', async () => {
  const { pool } = registry().database;
  const decided = async (issuer: number | string = '') => {
    const { body } = await registry().call(
      `${endpointOf('GetSentReports').path}?${search({ customerIssuerId: issuer })}`,
    );
    return (body as { agencyReport: Row | null }).agencyReport;
  };
  /** A difference in the first class that has a price, or in the first without one. */
  const plant = (shares: number, since: string, hasPrice = true) =>
    pool.query(
      `insert into record_difference (issuer_id, id, class_id, opened_on, shares, cause)
       select k.issuer_id, 999999, k.id, $2::date, $1::bigint, 'Certificate presented twice' from security_class k
        where $3::boolean = exists (select 1 from price p
          where p.issuer_id = k.issuer_id and p.class_id = k.id and p.day <= '2026-09-30')
        order by k.issuer_id, k.id limit 1`,
      [shares, since, hasPrice],
    );
  const remove = () => pool.query('delete from record_difference where id = 999999');
  expect(await decided(1001)).toBeNull();
  const before = await decided();
  expect(before).toMatchObject({
    ...{ periodEnd: '2026-09-30', dueOn: '2026-10-15', limit: '500000.00', isRequired: false },
    ...{ issues: expect.anything(), agedValue: '0.00' },
  });
  try {
    await plant(1_000_000, '2026-08-31');
    expect(await decided()).toEqual(before);
    await remove();
    await plant(-1_000_000, '2026-08-30');
    expect(await decided()).toMatchObject({
      isRequired: true,
      agedValue: expect.stringMatching(/^\d{7,}\.\d\d$/),
    });
    await remove();
    // Without a price a person decides.
    expect((await plant(1, '2026-08-30', false)).rowCount).toBe(1);
    expect(await decided()).toMatchObject({ isRequired: null, agedValue: null });
  } finally {
    await remove();
  }
});

test('a report that cannot be is refused by its field, and nothing is recorded', async () => {
  const before = (await listed()).length;
  for (const [wrong, field] of [
    [{ sentOn: '2026-11-22' }, 'sentOn'],
    [{ periodEnd: '2026-08-30' }, 'periodEnd'],
    [{ periodEnd: '2026-09-30', sentOn: '2026-09-30' }, 'periodEnd'],
    [{ customerIssuerId: null, periodEnd: '2026-08-31' }, 'periodEnd'],
    [{ kind: 'Unposted items' }, 'kind'],
    [{ kind: 'Late turnaround' }, 'kind'],
    [{ kind: 'Greetings' }, 'kind'],
    [{ sentTo: ' ' }, 'sentTo'],
    [{ sha256: 'AB'.repeat(32) }, 'sha256'],
    [{ fileName: 'a/b.pdf' }, 'fileName'],
  ] as const) {
    const { status, text } = await record(wrong);
    expect([wrong, status, text]).toEqual([wrong, 400, expect.stringContaining(field)]);
  }
  expect((await record({ customerIssuerId: 9999 })).status).toBe(404);
  expect(await listed()).toHaveLength(before);
});

test('clients without the scope of the agent neither read nor record', async () => {
  for (const as of ['demo-issuer', 'demo-readonly'] as const) {
    expect((await record({ customerIssuerId: 1001 }, as)).status).toBe(403);
    expect(
      (await registry().call(`${endpointOf('GetSentReports').path}?customerIssuerId=`, { as })).status,
    ).toBe(403);
  }
});
