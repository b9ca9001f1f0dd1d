import type { PoolClient } from 'pg';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { badField, notFound } from '#registry/http/http-error';
import { classesOf } from '#registry/queries/classes';
import {
  type MeetingRecord,
  meetingRecord,
  type RecordSums,
  recordHolders,
  recordSums,
} from '#registry/queries/reports/meeting-files';
import type { Fact, Item, ReportDocument } from '#registry/render/document';
import { registration } from '../parts/display-text.ts';
import { shares, text } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { verdictSentence } from '../parts/report/verdict.ts';
import { issuerOfObject } from '../parts/request/coverage.ts';
import { sharesNeeded } from './shares-needed.ts';

/** Always a PDF. As of the record date of the meeting. */
export const generateQuorumSheet: Report<'GenerateQuorumSheet'> = {
  name: 'QuorumSheet',
  format: 'pdf',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.customerProxyId);
    const issuer = await issuerOfObject(db, ctx, 'The proxy', id);
    const meeting = await meetingRecord(db, issuer.id, id);
    if (!meeting) throw notFound('The proxy');
    if (meeting.record_on > ctx.clock.today())
      throw badField('customerProxyId', `has a record date ahead, ${meeting.record_on}`);
    return { issuers: [issuer], cutoff: meeting.record_on };
  },
  document: quorumSheet,
};

const line = '____________________';

/** Shares entitled and needed, lines for the inspector, and every entitled account with a line for its signature. */
async function quorumSheet(
  client: PoolClient,
  order: OrderFor<'GenerateQuorumSheet'>,
): Promise<ReportDocument> {
  const { cutoff, input } = order;
  const { issuer, head } = await reportHeader(client, order, []);
  const meeting = await meetingRecord(client, issuer.id, BigInt(input.customerProxyId));
  if (!meeting) throw new Error('The meeting of the report is gone.');
  const classes = await classesOf(client, issuer.id, cutoff);
  const ofClass = classes.find(({ id }) => id === meeting.class_id);
  const sums = await recordSums(client, issuer.id, meeting, cutoff);
  const opening: Item[] = [
    {
      kind: 'facts',
      title: 'Meeting',
      facts: [
        ['Meeting', meeting.title],
        ['Type', meeting.kind],
        ['Held on', meeting.meeting_at],
        ['Class', `${ofClass?.name ?? ''}${ofClass?.cusip ? `, CUSIP ${ofClass.cusip}` : ''}`],
        ['Record date', { kind: 'date', value: cutoff }],
        ['Status', meeting.status],
        ['Entitled by', entitledBy(meeting)],
      ],
    },
    { kind: 'facts', title: 'Quorum', facts: quorumFacts(meeting, sums) },
    {
      kind: 'facts',
      title: 'At the meeting',
      facts: [
        ['Shares present in person', line],
        ['Shares present by proxy', line],
        ['Shares present in total', line],
        ['Quorum present (yes or no)', line],
        ['Inspector of election', line],
        ['Date and time', line],
      ],
    },
  ];
  return {
    ...head,
    title: 'Quorum sheet',
    asOfLine: `${meeting.title}, record date ${formatDate(cutoff)}`,
    paper: { layout: 'portrait' },
    tables: [
      {
        id: 'holders',
        name: 'Sign-in',
        columns: [
          text('Account', 12),
          text('Registration', 38),
          shares('Entitled', 13),
          text('Votes by', 13),
          text('Signature', 24),
        ],
      },
    ],
    open: () => {
      let listed = 0n;
      const rows = async function* (nominees: boolean): AsyncGenerator<Item> {
        const source = recordHolders(client, issuer.id, meeting, { day: cutoff, nominees });
        for await (const row of source) {
          listed += row.shares;
          yield { kind: 'row', cells: [row.customer_id, registration(row), row.shares, '', ''] };
        }
      };
      return {
        items: (async function* () {
          yield* opening;
          yield { kind: 'section', table: 'holders', title: 'Sign-in: nominees', page: 'new' } as const;
          yield* rows(true);
          yield { kind: 'section', table: 'holders', title: 'Sign-in: other accounts' } as const;
          yield* rows(false);
        })(),
        closing: async () => ({
          totals: [['Shares entitled', sums.shares]],
          proof: {
            label: 'Difference of the sign-in sheet to the shares entitled',
            difference: listed - sums.shares,
          },
          verdict: await verdictSentence(client, order, issuer),
          footnotes: [
            'A nominee votes for the beneficial owners behind it, by proxy. Treasury shares do not vote.',
            'The presence of an account counts all its shares, unless its holder says otherwise.',
          ],
        }),
      };
    },
  };
}

const entitledBy = ({ is_frozen, record_on }: MeetingRecord) =>
  is_frozen
    ? 'The list frozen when the vote was opened'
    : `The register at the close of business on ${formatDate(record_on)}; the list is not frozen yet`;

function quorumFacts({ quorum_percent }: MeetingRecord, sums: RecordSums): Fact[] {
  const needed = sharesNeeded(sums.shares, quorum_percent);
  const accounts = (count: bigint) => `${formatShares(count)} ${count === 1n ? 'account' : 'accounts'}`;
  return [
    ['Shares entitled', `${formatShares(sums.shares)}, ${accounts(sums.accounts)}`],
    ['Held by nominees', `${formatShares(sums.nomineeShares)}, ${accounts(sums.nomineeAccounts)}`],
    [
      'Held by others',
      `${formatShares(sums.shares - sums.nomineeShares)}, ${accounts(sums.accounts - sums.nomineeAccounts)}`,
    ],
    ['Quorum required', `${quorum_percent}%`],
    ['Shares needed', sums.shares > 0n ? formatShares(needed) : 'No share is entitled'],
  ];
}
