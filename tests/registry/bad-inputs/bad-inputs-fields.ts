import { expect } from 'vitest';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import {
  exampleQuery,
  jsonPosts,
  post,
  type RequestOptions,
  type Row,
  read,
  request,
  smallIssuer,
} from './bad-inputs.ts';

const balance = 'GenerateIssuerBalance';
const ownership = 'GetOwnershipPercentage';
const capTable = 'GetShareholderCapTable';
const queue = 'GetTAStatusTransactions';

/** The example's query with one parameter replaced by raw text, or left out. */
export function query(
  id: EndpointId,
  name: string,
  value: string | undefined,
  status: number,
): RequestOptions {
  const rest = exampleQuery(id)
    .split('&')
    .filter((pair) => !pair.startsWith(`${name}=`));
  const changed = value === undefined ? rest : [...rest, `${name}=${value}`];
  return read(id, changed.join('&'), status, status === 400 ? name : undefined);
}

/** A date-time as a query carries it. */
const cutoffs = (texts: readonly string[], status: number) =>
  texts.flatMap((text) => [
    query(ownership, 'cutoff', encodeURIComponent(text), status),
    query('GetIssuerBalance', 'CutoffDate', encodeURIComponent(text), status),
    post(balance, { CutoffDate: text }, status, status === 400 ? 'CutoffDate' : undefined),
  ]);

const ranges = ['GenerateTransactions', 'GenerateTransactionList', 'GenerateControlBook'] as const;
const range = (startDate: unknown, endDate: unknown, status: number) =>
  ranges.map((id) => post(id, { customerIssuerId: smallIssuer, startDate, endDate }, status));

/** Rows 28 to 38: dates, order, pages. */
export const fieldRows: readonly Row[] = [
  {
    id: 28,
    about: 'days and times that do not exist, or in another form',
    requests: [
      ...cutoffs(['2026-02-30', '2026-13-01', '2026-2-3', '20260203', '02/03/2026', 'today'], 400),
      ...cutoffs(['2026-11-20T25:00Z', '2026-11-20T23:59:60Z', '2026-11-20T10:00:00+99:99'], 400),
      ...cutoffs(['2026-11-20 10:00', '2026-11-20T', ' 2026-11-20', '２０２６-11-20', '2026-11-20Z'], 400),
    ],
  },
  {
    id: 29,
    about: 'the ends of the calendar',
    requests: [
      ...cutoffs(['0000-01-01', '9999-12-31', '10000-01-01', '-000001-01-01', '+002026-01-01'], 400),
      ...cutoffs(['0001-01-01', '1899-12-31'], 200),
      // A date one day ahead of the registry's is taken as today: the sender's clock may be ahead.
      ...cutoffs(['2026-11-21'], 200),
      ...cutoffs(['2026-11-22'], 400),
    ],
  },
  {
    id: 30,
    about: 'an optional date left out is today; null and empty are no dates',
    requests: [
      query(ownership, 'cutoff', undefined, 200),
      query('GetIssuerBalance', 'CutoffDate', undefined, 200),
      post('GenerateShareholderList', { customerIssuerId: smallIssuer, cutoff: undefined }, 200),
      query(ownership, 'cutoff', '', 400),
      query('GetIssuerBalance', 'CutoffDate', '', 400),
      ...[null, ''].map((cutoff) => post('GenerateShareholderList', { cutoff }, 400, 'cutoff')),
      ...[null, '', undefined].map((CutoffDate) => post(balance, { CutoffDate }, 400, 'CutoffDate')),
    ],
  },
  {
    id: 31,
    about: 'a time with an offset means its date as written, in JSON and in both files',
    also: asWritten,
  },
  {
    id: 32,
    about: 'letter case of a date field does not matter, another name does',
    requests: [
      post(balance, { customerIssuerId: smallIssuer, CutoffDate: undefined, cutoffdate: '2026-11-20' }, 200),
      post(balance, { CutoffDate: undefined, cutoff: '2026-11-20' }, 400, 'CutoffDate'),
      post(
        'GenerateHoldingsStatement',
        { customerIssuerId: smallIssuer, Cutoff: undefined, cutoff: '2026-11-20' },
        200,
      ),
      post('GenerateHoldingsStatement', { Cutoff: undefined, CutoffDate: '2026-11-20' }, 400, 'Cutoff'),
      // Also where the date may be left out, and beside the right name.
      read(ownership, `${exampleQuery(ownership)}&CutoffDate=2026-01-01`, 400, 'cutoff'),
      read('GetIssuerBalance', 'CustomerIssuerId=1001&cutoff=2020-01-01', 400, 'CutoffDate'),
      post('GenerateShareholderList', { CutOffDate: '2026-01-01' }, 400, 'cutoff'),
      query(capTable, 'cutoff', '2020-01-01', 200),
    ],
  },
  {
    id: 33,
    about: 'periods: backwards, of one day, of two hundred years, into the future',
    requests: [
      ...range('2026-11-20', '2026-11-19', 400),
      ...range('1826-11-20', '2026-11-20', 200),
      ...range('2026-11-20', '2026-11-20', 200),
      ...range('2026-01-01', '2026-12-31', 200),
    ],
  },
  {
    id: 34,
    about: 'orders nobody offers',
    requests: [
      ...['shares; drop table', 'SortName,Name', 'sortname', '`', 'Ѕhares', '', 'Shares '].flatMap((text) => [
        query(ownership, 'sortBy', encodeURIComponent(text), 400),
        query(queue, 'sortBy', encodeURIComponent(text), 400),
        post('GenerateOwnershipPercentage', { sortBy: text }, 400, 'sortBy'),
      ]),
      query(ownership, 'sortBy', 'EffectiveDate', 400),
    ],
  },
  {
    id: 35,
    about: 'directions nobody offers',
    requests: ['Descending--', 'DESC', '1', 'ascending', ''].flatMap((text) => [
      query(ownership, 'orderBy', text, 400),
      query(queue, 'orderBy', text, 400),
      post('GenerateOwnershipPercentage', { orderBy: text }, 400, 'orderBy'),
    ]),
  },
  {
    id: 36,
    about: 'a first row that is no number, or beyond the end',
    why: '2^31 is past the end like any other number, and gives no rows with the true total',
    requests: [
      ...['-1', 'abc', '1.5', '1e2', '', '9007199254740993'].flatMap((text) => [
        query(capTable, 'Start', text, 400),
        query(queue, 'start', text, 400),
      ]),
    ],
    also: beyondTheEnd,
  },
  {
    id: 37,
    about: 'numbers of rows outside 1 to 1,000; left out it is 100 where it may be',
    requests: [
      ...['0', '-5', '1001', '1000000000', 'x', '1.0'].flatMap((text) => [
        query(capTable, 'NumberOfRows', text, 400),
        query(queue, 'numberOfRows', text, 400),
      ]),
      query(queue, 'numberOfRows', undefined, 400),
    ],
    also: async (registry) => {
      const { body } = await request(registry, query(capTable, 'NumberOfRows', undefined, 200));
      expect((body as { shareholders: unknown[] }).shareholders).toHaveLength(100);
    },
  },
  {
    id: 38,
    about: 'the last page of a table holds its last row',
    why: 'a million rows and their time are measured by npm run bench',
    also: async (registry) => {
      const all = await request(registry, query(capTable, 'NumberOfRows', '1', 200));
      const { totalShareholderRecords: total } = all.body as { totalShareholderRecords: number };
      const last = await request(registry, query(capTable, 'Start', String(total - 1), 200));
      expect((last.body as { shareholders: unknown[] }).shareholders).toHaveLength(1);
    },
  },
];

async function asWritten(registry: Registry): Promise<void> {
  for (const [text, date] of [
    ['2026-11-19T23:59:59.999-12:00', '2026-11-19'],
    ['2026-11-20T00:00:00.000+14:00', '2026-11-20'],
  ] as const) {
    const json = async (cutoff: string) =>
      (await request(registry, query(ownership, 'cutoff', encodeURIComponent(cutoff), 200))).text;
    expect(await json(text)).toBe(await json(date));
    for (const isPDF of [true, false]) {
      const response = await request(registry, post(balance, { CutoffDate: text, isPDF }, 200));
      expect(response.text).toContain(`_${date.replaceAll('-', '')}.${isPDF ? 'pdf' : 'xlsx'}`);
    }
  }
}

async function beyondTheEnd(registry: Registry): Promise<void> {
  for (const [id, name, counter, rows] of [
    [capTable, 'Start', 'totalShareholderRecords', 'shareholders'],
    [queue, 'start', 'totalRecords', 'transactions'],
  ] as const) {
    const first = await request(registry, query(id, name, '0', 200));
    const total = (first.body as Record<string, number>)[counter];
    expect(total).toBeGreaterThan(0);
    for (const start of [total, 1_000_000_000, 2 ** 31]) {
      const { body } = await request(registry, query(id, name, String(start), 200));
      expect(body).toMatchObject({ [counter]: total, [rows]: [] });
    }
  }
}

/** Operations with this field, which all read it alike. */
export function withField(name: string): EndpointId[] {
  return jsonPosts.filter((id) => Object.hasOwn(endpointOf(id).body?.shape ?? {}, name));
}
