import { expect, it } from 'vitest';
import { verdictOf } from '#lib/proof/verdict';
import { worstFirst } from './worst-first.ts';

const date = '2026-11-20';
const out = (shares: bigint) =>
  verdictOf({
    date,
    facts: {
      date,
      classes: [],
      differences: [
        {
          className: 'Common',
          openedOn: date,
          existedSince: date,
          shares,
          cause: 'Not on file',
          isByPriorAgent: false,
        },
      ],
      lists: [],
      plans: [],
      unposted: [],
      transactions: null,
      depository: null,
    },
  });
const read = 'read' as const;

it('puts what failed first, then the largest difference, not provable, in proof and what is still loading', () => {
  const proved = {
    state: read,
    data: verdictOf({
      date,
      facts: {
        date,
        classes: [],
        differences: [],
        lists: [],
        plans: [],
        unposted: [],
        transactions: null,
        depository: null,
      },
    }),
  };
  const unproved = {
    state: read,
    data: verdictOf({ date, facts: [{ source: 'A', reason: 'was not read' }] }),
  };
  const [small, large] = [
    { state: read, data: out(5n) },
    { state: read, data: out(-40n) },
  ];
  const failed = { state: 'failed' as const, data: undefined };
  const loading = { state: 'reading' as const, data: undefined };
  const all = [proved, loading, small, unproved, large, failed];
  expect(worstFirst(all)).toEqual([failed, large, small, unproved, proved, loading]);
});
