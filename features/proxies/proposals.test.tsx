// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AgentOperationsProvider } from '#components/data/agent-operations';
import type { AgentId } from '#lib/contract/index';
import { type Meeting, meetingsOf } from '#lib/register/meetings/meetings';
import { proposalChecks, proposalsOf, proposalsQuery } from './proposals.ts';
import { ProxyView } from './proxy-view.tsx';

afterEach(cleanup);

const proposal = (over: object = {}) => ({
  number: 1,
  text: 'Elect directors',
  recommendation: 'For',
  standard: 'MajorityCast',
  isElection: false,
  forShares: 600,
  againstShares: 150,
  withheldShares: 50,
  abstainShares: 40,
  brokerNonVoteShares: 60,
  notVotedShares: 1100,
  result: 'Passed',
  isCarried: true,
  ...over,
});
const meeting = (...proposals: object[]) =>
  ({ status: 'Closed', entitledShares: 2000, votedShares: 900, proposals }) as never;

it('takes the percentage from what the rule compares with', () => {
  const shown = proposalsOf(
    meeting(
      proposal(),
      proposal({ number: 2, standard: 'MajorityOutstanding', result: '', isCarried: null }),
      proposal({ number: 3, standard: 'Plurality', isElection: true }),
      proposal({ number: 4, standard: 'TwoThirds', forShares: null }),
    ),
  );
  expect(shown.map(({ percentFor, standard }) => [percentFor, standard])).toEqual([
    ['75.00%', 'Majority of votes cast'],
    ['30.00%', 'Majority of outstanding shares'],
    ['', 'Plurality'],
    ['', 'TwoThirds'],
  ]);
  expect(shown[0]).toMatchObject({ abstained: 40n, brokerNonVotes: 60n, result: 'Passed', isCarried: true });
  expect(shown[1]).toMatchObject({ result: '', isCarried: null });
});

it('proves the votes of each proposal to the voted shares', () => {
  expect(proposalChecks(meeting(proposal(), proposal({ number: 2, forShares: 601 })))).toMatchObject([
    { id: '1', left: '900', right: '900', result: 'holds' },
    { id: '2', left: '901', right: '900', result: 'differs' },
  ]);
});

it('is part of the page only where the registry has the operation', () => {
  const [held] = meetingsOf([{ proxyId: 7, title: 'Annual Meeting' }]) as [Meeting];
  const draw = (operations: readonly AgentId[]) => {
    const client = new QueryClient({
      defaultOptions: {
        queries: { staleTime: Number.POSITIVE_INFINITY, queryFn: () => new Promise(() => undefined) },
      },
    });
    client.setQueryData(proposalsQuery(1001, 7).queryKey, meeting(proposal()));
    render(
      <QueryClientProvider client={client}>
        <AgentOperationsProvider operations={operations}>
          <ProxyView issuer={1001} name="Larkspur" meeting={held} file asof={null} today="2026-11-20" />
        </AgentOperationsProvider>
      </QueryClientProvider>,
    );
  };
  draw([]);
  expect(screen.queryByRole('heading', { name: 'Proposals' })).toBeNull();
  cleanup();
  draw(['GetProposals']);
  expect(screen.getByRole('row', { name: /1\. Elect directors/ }).textContent).toMatch(
    /60075\.00%150504060Passed$/,
  );
});
