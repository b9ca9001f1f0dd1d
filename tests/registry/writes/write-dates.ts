import { expect, test } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import { clockIn } from '#registry/clock';
import { buyToken, type Registry } from '../boot.ts';
import { type Body, issuanceBody } from './write-bodies.ts';
import type { Row } from './write-reads.ts';

const eveningInNewYork = '2026-11-21T04:30:00Z';
const morningInTokyo = '2026-11-20T20:30:00Z';

/** A posting belongs to the registry's calendar day, also when UTC has another. */
export function processDates(registry: () => Registry): void {
  test.each([
    ['23:30 in New York, the next day in UTC', 'America/New_York', eveningInNewYork, '2026-11-20'],
    ['05:30 in Tokyo, the day before in UTC', 'Asia/Tokyo', morningInTokyo, '2026-11-21'],
  ])('%s', async (_name, zone, instant, day) => {
    const other = await registry().another({ clock: clockIn(zone, new Date(instant)), publicUrl: undefined });
    try {
      const authorization = `Bearer ${await buyToken(other.baseUrl, 'demo-agent')}`;
      const post = async (id: Parameters<typeof endpointOf>[0], body: Body): Promise<Row> => {
        const headers = { authorization, 'content-type': 'application/json' };
        const url = `${other.baseUrl}${endpointOf(id).path}`;
        const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
        expect(response.status).toBe(200);
        return (await response.json()) as Row;
      };
      const issued = await post('CreateNewIssuance', issuanceBody({ effectiveDate: day, processDate: day }));
      const id = issued.controlTransactionId;
      const found = async (filterDateBy: string, startDate: string, endDate: string) => {
        const list = { customerIssuerId: 1001, filterDateBy, startDate, endDate, returnJSON: true };
        const { transactions } = await post('GenerateTransactionList', list);
        return (transactions as Row[]).find((one) => one.controlTransactionId === id)?.processDate;
      };
      for (const by of ['Process Date', 'Completed Date', 'Received Date'])
        expect([by, await found(by, day, day)]).toEqual([by, day]);
      expect(await found('Process Date', '2026-11-01', '2026-11-19')).toBeUndefined();
      expect(await found('Process Date', '2026-11-22', '2026-11-30')).toBeUndefined();
      expect(await found('Process Date', '2026-11-20', '2026-11-21')).toBe(day);
    } finally {
      await other.close(0);
    }
  });
}
