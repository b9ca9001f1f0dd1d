import { expect, test } from 'vitest';
import type { EndpointId } from '#lib/contract/index';
import { summedStatement } from '#registry/queries/reports/certificates-by-holder';
import { registryOfFile } from '../boot.ts';
import { reportReader, workbook } from './report-reader.ts';

// A list of a large issuer is downloaded while its rows are read. The verdict on the books takes seconds there; it is
// read behind the last row.

const registry = registryOfFile();
const read = reportReader(registry);

const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
const all = { restrictionStatus: 'All', addressStatus: 'All' };
const reports: [EndpointId, object][] = [
  [
    'GenerateShareholderList',
    { customerIssuerId: 1003, cutoff: '2026-10-31', certificateInfoStatus: 'Outstanding', ...all },
  ],
  [
    'GenerateOwnershipPercentage',
    { customerIssuerId: 1003, cutoff: '2026-10-31', sortBy: 'Name', orderBy: 'Ascending' },
  ],
  ['GenerateDilutedPercentage', { customerIssuerId: 1003, cutoff: '2026-10-31' }],
  ['GenerateHoldingsStatement', { customerIssuerId: 1003, Cutoff: '2026-10-31', Status: 'Outstanding' }],
  ['GenerateIssuerBalance', { customerIssuerId: 1003, CutoffDate: '2026-10-31', restrictionStatus: 'All' }],
  ['GenerateRollForward', { customerIssuerId: 1003, startDate: '2026-10-01', cutoff: '2026-10-31', actor }],
];

test.each(reports)('%s: the first bytes do not wait for the verdict', async (id, body) => {
  const link = await whilePaymentsAreLocked(async () => {
    const ordered = await read.link(id, { ...body, isPDF: false });
    const response = await read.opened(ordered, 'demo-agent', AbortSignal.timeout(30_000));
    const reader = response.body!.getReader();
    expect((await reader.read()).value?.length).toBeGreaterThan(0);
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
    await reader.cancel();
    return ordered;
  });
  const { bytes } = await read.fetched(link);
  expect(workbook(bytes).labels()).toContainEqual(expect.stringMatching(/^In proof/));
});

test('the statement of a list of outstanding certificates asks for no column that its index lacks', async () => {
  const { pool } = registry().database;
  const { rows } = await pool.query('select id, issuer_id from security_class order by id limit 1');
  const planOf = async (certificates: 'Outstanding' | 'All') => {
    const { text, values } = summedStatement(
      {
        ...{ issuerId: rows[0].issuer_id, cutoff: '2026-10-31', classIds: [rows[0].id] },
        ...{ customerShareholderId: undefined, prefix: undefined },
        ...{ certificates, restriction: 'All', address: 'All' },
      },
      true,
    );
    const plan = await pool.query(`explain ${text}`, values);
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf('Outstanding')).not.toContain('is_replaced');
  // Canceled ones are listed unless they were replaced.
  expect(await planOf('All')).toContain('is_replaced');
});

/** Of all that a file reads, only the verdict reads the payments of dividends. */
async function whilePaymentsAreLocked<T>(work: () => Promise<T>): Promise<T> {
  const client = await registry().database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table dividend_payment in access exclusive mode');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Whether a session waits for the lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await registry().database.pool.query(
    "select 1 from pg_locks where not granted and relation = 'dividend_payment'::regclass",
  );
  return rows.length > 0;
}
