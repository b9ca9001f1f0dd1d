// Reads that must show the effect of a write at once.

import { expect } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import { search } from '../shapes.ts';

export type Row = Record<string, unknown>;
export type Position = { shareholderCustomerId: string; shareholderName: string; totalShares: number };

export const today = '2026-11-20';

/** The reads that must show a write; each must return 200. */
export function readsAfter(registry: () => Registry) {
  async function read(id: Parameters<typeof endpointOf>[0], fields: Row): Promise<never> {
    const { path, method } = endpointOf(id);
    const response =
      method === 'GET'
        ? await registry().call(`${path}?${search(fields)}`)
        : await registry().call(path, { body: fields });
    expect([id, response.status, response.status === 200 ? '' : response.text]).toEqual([id, 200, '']);
    return response.body as never;
  }

  const balance = async (issuer: number): Promise<Row[]> =>
    read('GetIssuerBalance', { CustomerIssuerId: issuer });
  const details = (id: string): Promise<Row> => read('GetShareholderDetails', { customerShareholderId: id });
  const stored = async (text: string, values: unknown[]): Promise<Row> =>
    (await registry().database.pool.query(text, values)).rows[0];

  async function positions(issuer: number): Promise<{ total: number; rows: Position[] }> {
    const rows: Position[] = [];
    for (;;) {
      const page: { totalShareholderRecords: number; shareholders: Position[] } = await read(
        'GetShareholderCapTable',
        { CustomerIssuerId: issuer, Start: rows.length, NumberOfRows: 1000 },
      );
      rows.push(...page.shareholders);
      if (rows.length >= page.totalShareholderRecords || page.shareholders.length === 0)
        return { total: page.totalShareholderRecords, rows };
    }
  }

  const inStatusList = async (issuer: number, id: unknown): Promise<Row | undefined> => {
    const list: { transactions: Row[] } = await read('GetTAStatusTransactions', {
      customerIssuerId: issuer,
      filterTransactionType: 'N',
      transactionStatus: 'All',
      orderBy: 'Descending',
      sortBy: 'TransactionId',
      start: 0,
      numberOfRows: 1000,
    });
    return list.transactions.find((one) => one.controlTransactionId === id);
  };

  const inJournal = async (issuer: number, id: unknown): Promise<Row | undefined> => {
    const list: { transactions: Row[] } = await read('GenerateTransactionList', {
      customerIssuerId: issuer,
      filterDateBy: 'Process Date',
      startDate: today,
      endDate: today,
      transactionTypeCode: 'N',
      returnJSON: true,
    });
    return list.transactions.find((one) => one.controlTransactionId === id);
  };

  const detailsFile = (id: unknown) =>
    registry().call(endpointOf('GenerateTransactionDetails').path, { body: { controlTransactionId: id } });

  return { read, balance, details, stored, positions, inStatusList, inJournal, detailsFile };
}
