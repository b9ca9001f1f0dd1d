import type { PoolClient } from 'pg';
import { brokerSearchDate, brokerSearchDays, holidaysInSearch } from '#lib/format/broker-search';
import { addDays, formatDate } from '#lib/format/dates';
import { notFound } from '#registry/http/http-error';
import { type AgentFacts, agentFacts } from '#registry/queries/agent';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { type MeetingRecord, meetingRecord, recordHolders } from '#registry/queries/reports/meeting-files';
import type { Fact, Item, ReportDocument } from '#registry/render/document';
import { registration } from '../parts/display-text.ts';
import { shares, text } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { issuerOfObject } from '../parts/request/coverage.ts';

/** Always a PDF. It is sent before the record date, so that date may be ahead. */
export const generateBrokerSearchLetter: Report<'GenerateBrokerSearchLetter'> = {
  name: 'BrokerSearchLetter',
  format: 'pdf',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.customerProxyId);
    const issuer = await issuerOfObject(db, ctx, 'The proxy', id);
    const meeting = await meetingRecord(db, issuer.id, id);
    if (!meeting) throw notFound('The proxy');
    const today = ctx.clock.today();
    return { issuers: [issuer], cutoff: meeting.record_on < today ? meeting.record_on : today };
  },
  document: brokerSearchLetter,
};

const line = '____________________';

/** The inquiry of Rule 14a-13, its days, lines for the answer, and the nominees it goes to. */
async function brokerSearchLetter(
  client: PoolClient,
  order: OrderFor<'GenerateBrokerSearchLetter'>,
): Promise<ReportDocument> {
  const { cutoff, input } = order;
  const { issuer, head } = await reportHeader(client, order, []);
  const agent = await agentFacts(client);
  const meeting = await meetingRecord(client, issuer.id, BigInt(input.customerProxyId));
  if (!meeting) throw new Error('The meeting of the report is gone.');
  const classes = await classesOf(client, issuer.id, cutoff);
  const ofClass = classes.find(({ id }) => id === meeting.class_id);
  const letter = letterOf(agent, issuer.name, meeting, ofClass);
  // Not the frozen list: the letter goes to those who hold at its own day.
  const holding = { ...meeting, is_frozen: false };
  return {
    ...head,
    title: 'Broker-search letter',
    asOfLine: `${meeting.title}, record date ${formatDate(meeting.record_on)}`,
    paper: { layout: 'portrait' },
    isSent: true,
    notice: 'Page 1 is sent. The pages of nominees are for the agent and are confidential.',
    tables: [
      {
        id: 'nominees',
        name: 'Nominees',
        columns: [text('Account', 14), text('Registration', 60), shares('Shares', 18)],
      },
    ],
    emptyText: `No nominee holds this class on ${formatDate(cutoff)}`,
    open: () => {
      let listed = 0n;
      return {
        items: (async function* (): AsyncGenerator<Item> {
          yield* letter;
          yield {
            kind: 'section',
            table: 'nominees',
            title: `For the agent: nominees in the register on ${formatDate(cutoff)}`,
            page: 'new',
          };
          for await (const row of recordHolders(client, issuer.id, holding, {
            day: cutoff,
            nominees: true,
          })) {
            listed += row.shares;
            yield { kind: 'row', cells: [row.customer_id, registration(row), row.shares] };
          }
        })(),
        closing: () => ({
          totals: [['Shares of these nominees', listed]],
          footnotes: [
            'Brokers and banks behind a depository are not in the register: they are in the depository’s list of participants, to which the letter goes as well.',
          ],
        }),
      };
    },
  };
}

function letterOf(
  agent: AgentFacts,
  issuerName: string,
  meeting: MeetingRecord,
  ofClass: SecurityClass | undefined,
): Item[] {
  const security = `${ofClass?.name ?? 'the class'}${ofClass?.cusip ? ` (CUSIP ${ofClass.cusip})` : ''}`;
  const record = formatDate(meeting.record_on);
  return [
    { kind: 'letter', lines: [agent.name, ...agent.address] },
    {
      kind: 'letter',
      lines: [
        'To brokers, dealers, banks, voting trustees, associations and other entities that exercise fiduciary powers, and to clearing agencies, as holders of record',
      ],
    },
    {
      kind: 'letter',
      strong: true,
      lines: [`Inquiry under Rule 14a-13 of the Securities Exchange Act of 1934: ${issuerName}, ${security}`],
    },
    {
      kind: 'letter',
      lines: [
        `${issuerName} will hold its ${meeting.title} on ${meeting.meeting_at}. Holders of ${security} of record at the close of business on ${record} are entitled to vote.`,
        'For the issuer we ask you to tell us:',
        '1. whether other persons are the beneficial owners of shares that you hold of record;',
        '2. if so, how many copies of the proxy and other soliciting material, and of the annual report to security holders, you need for them;',
        '3. if you are a bank that holds for other banks, the name and address of each of them;',
        '4. if you use an agent to send the material, the name and address of the agent.',
        'Please answer within seven business days after you receive this letter. The issuer will send the material to you in time and will pay your reasonable expenses of forwarding it.',
      ],
    },
    { kind: 'facts', title: 'Days', facts: dayFacts(meeting) },
    {
      kind: 'facts',
      title: 'Answer',
      facts: [
        ['Beneficial owners', line],
        ['Sets of material needed', line],
        ['Name of the firm and participant number', line],
        ['Person, phone, e-mail', line],
        ['Date and signature', line],
      ],
    },
  ];
}

function dayFacts({ record_on: record }: MeetingRecord): Fact[] {
  const holidays = holidaysInSearch(record).map(({ day, name }) => `${formatDate(day)}, ${name}`);
  return [
    [
      'Send on or before',
      `${formatDate(brokerSearchDate(record))}: ${brokerSearchDays} business days before the record date, which is not counted`,
    ],
    ['Federal holidays left out', holidays.length > 0 ? holidays : 'None in this period'],
    [
      'Later than that',
      `Since January 23, 2026 the staff of the SEC accepts it where timely delivery is expected, as a rule by ${formatDate(addDays(record, -10))}, ten calendar days before the record date`,
    ],
    ['Record date', `${formatDate(record)}, close of business`],
  ];
}
