import { expect, it } from 'vitest';
import { verdictOf } from '#lib/proof/verdict';
import { asComparisons } from '#lib/register/check-comparisons';
import { mustEqual } from '#lib/register/checks';
import type { IssuerStatus } from './issuer-status.ts';
import { type IssuerPart, matching, ordered } from './order.ts';

const date = '2026-11-20';
const unproved = verdictOf({ date, facts: [{ source: 'The control book', reason: 'was not read' }] });
const out = verdictOf({ date, facts: [], others: asComparisons([mustEqual('x', 'x', 1n, 2n)]) });

const standing = (given: Partial<IssuerStatus>): IssuerStatus => ({
  balances: [],
  books: unproved,
  waiting: { pending: 0, late: 0, oldest: null },
  ...given,
});
const part = (
  customerIssuerId: number,
  name: string,
  status: string,
  data?: IssuerStatus,
  state: IssuerPart['state'] = data ? 'read' : 'waiting',
): IssuerPart => ({ issuer: { customerIssuerId, name, status }, data, state });

const numbers = (list: readonly IssuerPart[]) => list.map(({ issuer }) => issuer.customerIssuerId);

const unread = [
  part(1001, 'Larkspur', 'Active'),
  part(1009, 'Vantage', 'Inactive'),
  part(1007, 'Halden', 'Pending'),
  part(1003, 'Åshgrove', 'Frozen'),
];

it('sorts issuers in need of attention first before data is loaded, closed ones last', () => {
  expect(numbers(ordered(unread, 'attention'))).toEqual([1007, 1003, 1001, 1009]);
  expect(numbers(ordered(unread, 'number'))).toEqual([1001, 1003, 1007, 1009]);
});

it('sorts by urgency: not loaded, out of proof, overdue, status, pending', () => {
  const late = (oldest: number) => standing({ waiting: { pending: 2, late: 1, oldest } });
  const list = [
    part(1, 'A', 'Active', standing({})),
    part(2, 'B', 'Active', standing({ waiting: { pending: 3, late: 0, oldest: 2 } })),
    part(3, 'C', 'Pending', standing({})),
    part(4, 'D', 'Active', late(6)),
    part(5, 'E', 'Active', late(14)),
    part(6, 'F', 'Active', standing({ books: out })),
    part(7, 'G', 'Active', undefined, 'failed'),
    part(8, 'H', 'Inactive', standing({})),
  ];
  expect(numbers(ordered(list, 'attention'))).toEqual([7, 6, 5, 4, 3, 2, 1, 8]);
});

it('finds by part of a name, number or status, ignoring accents', () => {
  expect(numbers(matching(unread, 'ashgr'))).toEqual([1003]);
  expect(numbers(matching(unread, 'pending 100'))).toEqual([1007]);
  expect(numbers(matching(unread, '  '))).toHaveLength(4);
});
