import type { PoolClient } from 'pg';
import { formatNumericDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { notFound } from '#registry/http/http-error';
import { classesOf } from '#registry/queries/classes';
import { type ProxySummary, proxiesOf } from '#registry/queries/proxies';
import {
  type EntitledHolder,
  entitledHolders,
  meetingKind,
  type ProposalVotes,
  proposalVotes,
} from '#registry/queries/reports/proxy-details';
import type { Cell, Closing, Column, Fact, Item, ReportDocument } from '#registry/render/document';
import { registration } from '../parts/display-text.ts';
import { date, shares, text } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { issuerOfObject } from '../parts/request/coverage.ts';
import { hasQuorum, type Meeting } from '../parts/response/proposal-result.ts';
import { proposalCells, proposalColumns, votesOn } from './proposal-results.ts';

export const generateProxyDetails: Report<'GenerateProxyDetails'> = {
  name: 'ProxyDetails',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.customerProxyId);
    const issuer = await issuerOfObject(db, ctx, 'The proxy', id);
    if (!(await meetingKind(db, issuer.id, id))) throw notFound('The proxy');
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
  document: proxyDetails,
};

type Sums = { accounts: bigint; voters: bigint; voted: bigint; notVoted: bigint };
/** Whether the shares not yet voted have their own column and rows. */
type Shown = { notVoted: boolean };

/** One meeting: quorum, votes per proposal, which must add up to the shares present, and votes per holder. */
async function proxyDetails(
  client: PoolClient,
  order: OrderFor<'GenerateProxyDetails'>,
): Promise<ReportDocument> {
  const { input } = order;
  const { issuer, head } = await reportHeader(client, order, [
    ['Not voted', input.includeNotVotedShares ? 'Included' : 'Left out'],
  ]);
  const id = BigInt(input.customerProxyId);
  const shown: Shown = { notVoted: input.includeNotVotedShares };
  const summary = (await proxiesOf(client, issuer.id, order.cutoff)).find((each) => each.id === id);
  const kind = await meetingKind(client, issuer.id, id);
  if (!summary || !kind) throw new Error('The meeting of the report is gone.');
  const proposals = await proposalVotes(client, issuer.id, id);
  const classes = await classesOf(client, issuer.id, order.cutoff);
  const className = classes.find((each) => each.id === summary.class_id)?.name ?? '';
  const meeting: Meeting = {
    isClosed: summary.status === 'Closed',
    hasQuorum: hasQuorum(summary),
    entitled: summary.entitled,
  };
  return {
    ...head,
    title: 'Proxy details',
    asOfLine: `${summary.title}, ${summary.meeting_at}`,
    tables: [
      { id: 'proposals', name: 'Proposals', columns: proposalColumns },
      { id: 'holders', name: 'Holders', columns: holderColumns(proposals, shown), sectionColumn: 'Vote' },
    ],
    open: () => {
      const sums: Sums = { accounts: 0n, voters: 0n, voted: 0n, notVoted: 0n };
      return { items: items(sums), closing: () => closing(summary, proposals, sums, shown) };
    },
  };

  async function* items(sums: Sums): AsyncGenerator<Item> {
    yield {
      kind: 'facts',
      title: 'Meeting',
      facts: meetingFacts(summary as ProxySummary, kind ?? '', className),
    };
    const heading = meeting.isClosed ? 'Results' : 'Preliminary results';
    yield { kind: 'section', table: 'proposals', title: heading };
    for (const row of proposals) yield { kind: 'row', cells: proposalCells(row, meeting) };
    yield { kind: 'section', table: 'holders', title: 'Voted' };
    for await (const row of entitledHolders(client, issuer.id, id, true)) {
      sums.voters += 1n;
      sums.voted += row.voted ?? 0n;
      sums.notVoted += row.entitled - (row.voted ?? 0n);
      yield { kind: 'row', cells: holderCells(row, shown) };
    }
    if (sums.voters > 0n) yield totalLine(sums.voters, sums.voted, sums.notVoted, shown);
    if (!shown.notVoted) return;
    yield { kind: 'section', table: 'holders', title: 'Not voted' };
    let accounts = 0n;
    let open = 0n;
    for await (const row of entitledHolders(client, issuer.id, id, false)) {
      accounts += 1n;
      open += row.entitled;
      yield { kind: 'row', cells: holderCells(row, shown) };
    }
    if (accounts > 0n) yield totalLine(accounts, 0n, open, shown);
    sums.notVoted += open;
    sums.accounts = sums.voters + accounts;
  }
}

function meetingFacts(summary: ProxySummary, kind: string, className: string): Fact[] {
  const { entitled, voted } = summary;
  const isKnown = entitled > 0n;
  return [
    ['Proxy', summary.id.toString()],
    ['Type', kind],
    ['Class', className],
    ['Record date', { kind: 'date', value: summary.record_on }],
    ['Mailed', summary.mailed_on ? formatNumericDate(summary.mailed_on) : 'Not yet'],
    ['Meeting', summary.meeting_at],
    ['Vote closes', summary.vote_close_at],
    ['Status', summary.status === 'Open' ? 'Open – numbers are preliminary' : summary.status],
    ['Entitled shares', entitled],
    ['Voted shares (present)', voted],
    ['Not voted', entitled - voted],
    ['Present', isKnown ? { part: voted, whole: entitled } : 'n/a'],
    ['Quorum required', `${summary.quorum_percent}%`],
    ['Quorum', isKnown ? (hasQuorum(summary) ? 'Met' : 'Not met') : 'n/a'],
  ];
}

function holderColumns(proposals: readonly ProposalVotes[], { notVoted }: Shown): Column[] {
  return [
    text('Account', 11),
    text('Registration', 36),
    shares('Entitled', 11),
    shares('Voted', 11),
    ...(notVoted ? [shares('Not voted', 11)] : []),
    text('Method', 9),
    date('Date', 10),
    ...proposals.map((row) => text(`Proposal ${row.number}`, 11)),
  ];
}

const ways = ['For', 'Against', 'Withheld', 'Abstain', 'Broker non-vote'];

function holderCells(row: EntitledHolder, { notVoted }: Shown): Cell[] {
  const voted = row.voted ?? 0n;
  return [
    row.customer_id,
    registration(row),
    row.entitled,
    voted,
    ...(notVoted ? [row.entitled - voted] : []),
    row.method ?? '',
    row.voted_on,
    ...(row.votes ?? []).map(voteText),
  ];
}

function totalLine(accounts: bigint, voted: bigint, open: bigint, { notVoted }: Shown): Item {
  const count = `${formatShares(accounts)} accounts`;
  return { kind: 'total', cells: ['Total', count, voted + open, voted, ...(notVoted ? [open] : [])] };
}

/** One word when all shares vote alike, else a line per part: brokers split their votes. */
function voteText(votes: readonly string[]): string[] {
  const given = votes.flatMap((count, index) => (count === '0' ? [] : [[ways[index] ?? '', count] as const]));
  if (given.length === 1) return [given[0]?.[0] ?? ''];
  return given.map(([way, count]) => `${way} ${formatShares(count)}`);
}

function closing(
  summary: ProxySummary,
  proposals: readonly ProposalVotes[],
  sums: Sums,
  { notVoted }: Shown,
): Closing {
  const gaps = [sums.voted - summary.voted, ...proposals.map((row) => votesOn(row) - summary.voted)];
  // Without an opened vote there is no list of holders to sum.
  const addsOpen = notVoted && sums.accounts > 0n;
  if (addsOpen) gaps.push(sums.notVoted - (summary.entitled - summary.voted));
  return {
    totals: [
      ['Accounts voted', { kind: 'integer', value: sums.voters }],
      ['Present by ballot', sums.voted],
      ...(addsOpen ? [['Not voted', sums.notVoted] as const] : []),
      ...proposals.map((row): Fact => [`Proposal ${row.number}: all votes`, votesOn(row)]),
    ],
    proof: {
      label: addsOpen
        ? 'Difference of ballots, proposals and shares not voted to the shares entitled'
        : 'Difference of ballots and proposals to the shares present',
      difference: gaps.reduce((sum, gap) => sum + (gap < 0n ? -gap : gap), 0n),
    },
    footnotes: [
      'Votes cast are for, against and withheld. Abstentions and broker non-votes are present for the quorum only.',
      'A later ballot takes the place of an earlier one. Treasury shares do not vote.',
      ...(summary.status === 'Pending' ? ['The list of holders is made when the vote opens.'] : []),
    ],
  };
}
