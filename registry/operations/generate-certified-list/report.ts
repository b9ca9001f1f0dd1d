import type { PoolClient } from 'pg';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Verdict } from '#lib/proof/verdict';
import { causeText } from '#lib/proof/verdict';
import { badField } from '#registry/http/http-error';
import { agentFacts } from '#registry/queries/agent';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { noForms, positionForms } from '#registry/queries/position-forms';
import { type RegisterSelection, summedRows } from '#registry/queries/reports/certificates-by-holder';
import {
  type Exceptions,
  type ListContent,
  listContent,
  listExceptions,
} from '#registry/queries/reports/certified-list';
import { controlBalances, noControl } from '#registry/queries/reports/control-balances';
import type { Fact, Item, ReportDocument } from '#registry/render/document';
import { stamp } from '#registry/render/printed';
import { registration } from '../parts/display-text.ts';
import { shareCell, shareFact, shares, text } from '../parts/report/columns.ts';
import type { Report, SealFacts } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { howToCheck, preparedBy } from '../parts/report/seal-texts.ts';
import { summedEntries } from '../parts/report/shareholder-groups.ts';
import { verdictAndDepository } from '../parts/report/verdict.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';

const folded = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

export const generateCertifiedList: Report<'GenerateCertifiedList'> = {
  name: 'CertifiedList',
  format: 'pdf',
  isSealed: true,
  covers: async (db, ctx, input) => {
    const { firstName, lastName } = input.actor;
    if (input.certifiedBy && !input.certifiedByTitle)
      throw badField('certifiedByTitle', 'is required for the officer that is named');
    if (input.certifiedByTitle && !input.certifiedBy)
      throw badField('certifiedBy', 'is required for the title that is named');
    if (input.certifiedBy && folded(input.certifiedBy) === folded(`${firstName} ${lastName}`))
      throw badField('certifiedBy', 'must be another person than the one who creates the file');
    return issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff);
  },
  document: certifiedList,
};

/**
 * The agent's certificate and the list it certifies, in one file that is signed as a whole: agent, issuer and classes,
 * date, counts and totals, statement, exceptions, limits, who certifies, how to check, then every account.
 */
async function certifiedList(
  client: PoolClient,
  order: OrderFor<'GenerateCertifiedList'>,
  seal: SealFacts,
): Promise<ReportDocument> {
  const { cutoff, input, timeZone } = order;
  const { issuer, head } = await reportHeader(client, order, [['Accounts', 'All with shares outstanding']]);
  const agent = await agentFacts(client);
  const all = await classesOf(client, issuer.id, cutoff);
  const content = await listContent(client, issuer.id, cutoff);
  const classes = all.filter(({ id }) => content.classes.has(id));
  const forms = await positionForms(client, issuer.id, cutoff);
  const books = await controlBalances(client, issuer.id, cutoff);
  const { verdict, depository } = await verdictAndDepository(client, order, issuer);
  const exceptions = await listExceptions(client, issuer.id, cutoff);
  const selection: RegisterSelection = {
    issuerId: issuer.id,
    cutoff,
    classIds: all.map(({ id }) => id),
    customerShareholderId: undefined,
    prefix: undefined,
    certificates: 'Outstanding',
    restriction: 'All',
    address: 'All',
  };
  const opening: Item[] = [
    {
      kind: 'facts',
      title: 'Transfer agent',
      facts: [
        ['Name', agent.name],
        ['Address', agent.address.length > 0 ? agent.address.join(', ') : 'Not recorded'],
        ['SEC file number', agent.fileNumber || 'Not recorded'],
        ['Participant number at the depository', agent.participantNumber || 'Not recorded'],
        ['Capacity', input.capacity],
      ],
    },
    {
      kind: 'facts',
      title: 'Issuer and date',
      facts: [
        ['Issuer', `${issuer.name} (${issuer.customerId})`],
        ['As of', `${formatDate(cutoff)}, close of business, ${timeZone}`],
        ['Known as of', stamp(order.generatedAt)],
        ['Version of the books', issuer.version.toString()],
        ['Report id', head.reportId],
      ],
    },
    ...classes.map(
      (one): Item => ({
        kind: 'facts',
        title: `${one.name}${one.cusip ? `, CUSIP ${one.cusip}` : ', no CUSIP'}`,
        facts: classFacts(
          one,
          content,
          forms.get(one.id) ?? noForms,
          (books.get(one.id) ?? noControl).treasury,
        ),
      }),
    ),
    {
      kind: 'facts',
      title: 'The list',
      facts: [
        ['Rows', { kind: 'integer', value: content.rows }],
        ['Filters', 'None: every account with shares outstanding'],
        ['Content digest (SHA-256)', content.digest],
      ],
    },
    { kind: 'letter', lines: [statementOf(agent.name, classes, cutoff, timeZone, verdict)] },
    { kind: 'facts', title: 'Exceptions', facts: exceptionFacts(verdict, exceptions, depository) },
    {
      kind: 'letter',
      lines: [
        'Limits: registered holders only; holders behind a nominee are not known to the register. No opinion is given on the validity of any issue or vote.',
      ],
    },
    {
      kind: 'facts',
      title: 'Certification',
      facts: [
        preparedBy({ actor: input.actor, generatedAt: order.generatedAt }),
        ['Certifying officer', officerOf(input)],
        ['For', `${agent.name}, ${input.capacity}`],
        ['Signature', line],
        ['Date, time, zone', line],
      ],
    },
    howToCheck(seal),
    { kind: 'section', table: 'holders', title: 'List of registered holders', page: 'new' },
  ];
  const byId = new Map(all.map((one) => [one.id, one]));
  return {
    ...head,
    title: 'Agent’s certificate and certified list of holders',
    seal: { reason: `Certified list of holders, as of ${formatDate(cutoff)}` },
    tables: [
      {
        id: 'holders',
        name: 'Holders',
        columns: [
          text('Account', 14),
          text('Registration', 34),
          text('Class', 20),
          shares('Restricted'),
          shares('Unrestricted'),
          shares('Total'),
        ],
      },
    ],
    open: () => ({
      items: items(opening, client, selection, byId),
      closing: () => ({
        totals: classes.map(
          (one): Fact => [
            `${one.name}: outstanding`,
            shareFact(one, content.classes.get(one.id)?.outstanding ?? 0n),
          ],
        ),
        verdict: verdict.sentence,
        contentDigest: content.digest,
        footnotes: ['Totals count shares outstanding on the date; treasury shares are not listed.'],
      }),
    }),
  };
}

const line = '______________________________';

/** Who certifies, as named; what is not named is a line to fill in by hand. */
function officerOf({
  certifiedBy,
  certifiedByTitle,
}: {
  certifiedBy?: string;
  certifiedByTitle?: string;
}): string {
  if (certifiedBy) return `${certifiedBy}, ${certifiedByTitle}`;
  return `${line} (name and title; another person than the preparer)`;
}

async function* items(
  opening: readonly Item[],
  client: PoolClient,
  selection: RegisterSelection,
  classes: ReadonlyMap<bigint, SecurityClass>,
): AsyncGenerator<Item> {
  yield* opening;
  for await (const { holder, classId, sums } of summedEntries(summedRows(client, selection, false))) {
    const ofClass = classes.get(classId);
    if (!ofClass) throw new Error('A certificate belongs to a class the issuer does not have.');
    yield {
      kind: 'row',
      cells: [
        holder.customer_id,
        registration(holder),
        ofClass.name,
        shareCell(ofClass, sums.restricted),
        shareCell(ofClass, sums.outstanding - sums.restricted),
        shareCell(ofClass, sums.outstanding),
      ],
    };
  }
}

function classFacts(
  ofClass: SecurityClass,
  { classes }: ListContent,
  forms: typeof noForms,
  treasury: bigint,
): Fact[] {
  const sums = classes.get(ofClass.id);
  const quantity = (value: bigint) => shareFact(ofClass, value);
  const outstanding = sums?.outstanding ?? 0n;
  const restricted = sums?.restricted ?? 0n;
  return [
    ['Accounts', { kind: 'integer', value: sums?.accounts ?? 0n }],
    ['Certificates and book-entry positions', { kind: 'integer', value: sums?.certificates ?? 0n }],
    ['Shares outstanding', quantity(outstanding)],
    ['Restricted', quantity(restricted)],
    ['Unrestricted', quantity(outstanding - restricted)],
    ['Held by nominees', quantity(forms.nominee)],
    ['Certificated', quantity(forms.paper)],
    ['Book entry', quantity(forms.bookEntry)],
    ['Treasury, not in the list', quantity(treasury)],
  ];
}

function statementOf(
  agentName: string,
  classes: readonly SecurityClass[],
  cutoff: string,
  timeZone: string,
  verdict: Verdict,
): string {
  const names = classes.map(({ name }) => name).join(', ') || 'the issuer';
  const compared =
    verdict.kind === 'not provable'
      ? `The control book was not compared: ${verdict.missing.map(({ source, reason }) => `${source} ${reason}`).join('; ')}.`
      : 'Except as stated below, list, register and control book show the same number of shares.';
  return `The list contains every account that the register of ${names} shows with shares outstanding at the close of business on ${formatDate(cutoff)}, ${timeZone}, with the shares of each. It was made from the register kept by ${agentName} and not changed afterwards. ${compared}`;
}

/** "None" only where the books are in proof. */
function exceptionFacts(
  verdict: Verdict,
  { pending, late, stops }: Exceptions,
  depository: string | null,
): Fact[] {
  const causes = verdict.classes.flatMap(({ className, causes: own }) =>
    own.map((cause) => {
      const by = cause.shares === null ? '' : `, ${formatShares(cause.shares)} shares`;
      return `${className || 'Issuer'}: ${causeText(cause)}${by}`;
    }),
  );
  const count = (value: bigint, text: string) => (value === 0n ? 'None' : `${formatShares(value)} ${text}`);
  return [
    ['Books', verdict.label],
    ['Differences', verdict.kind === 'in proof' ? 'None' : causes.length > 0 ? causes : verdict.sentence],
    ['Items received and not posted', count(pending, 'received by the date and pending now')],
    [
      'Posted after the date',
      count(late, 'completed later and effective on the date or before; they are in the list'),
    ],
    ['Stops', count(stops, 'on certificates outstanding on the date')],
    ['Position of the depository', depository ?? 'Not applicable: no nominee holds shares'],
  ];
}
