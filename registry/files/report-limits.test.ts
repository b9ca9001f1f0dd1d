import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { enforceReportLimits } from './report-limits.ts';

const plenty = async () => 1e12;
const rejected = (status: number, after: string) => ({ status, headers: { 'retry-after': after } });

test.each([
  ['one more than all may have', { ofAll: 200, ofClient: 0 }, plenty, rejected(429, '10')],
  ['one more than a client may have', { ofAll: 100, ofClient: 100 }, plenty, rejected(429, '10')],
  ['a disk that is nearly full', { ofAll: 0, ofClient: 0 }, async () => 268_435_455, rejected(503, '600')],
])('%s is rejected, with Retry-After', async (_, orders, free, failure) => {
  await expect(enforceReportLimits(orders, tmpdir(), free)).rejects.toMatchObject(failure);
});

test('the last slot is granted, and disk space is that of the folder', async () => {
  await expect(enforceReportLimits({ ofAll: 199, ofClient: 99 }, tmpdir(), plenty)).resolves.toBeUndefined();
  await expect(enforceReportLimits({ ofAll: 0, ofClient: 0 }, '/no/such/folder')).rejects.toThrow('ENOENT');
});
