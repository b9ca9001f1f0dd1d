import type { PoolClient } from 'pg';
import { formatDate } from '#lib/format/dates';
import {
  type CarriedOver,
  type ConversionRecord,
  carriedOver,
  conversionRecord,
} from '#registry/import/files/conversion-record';
import type { FileRow } from '#registry/import/files/register-file-rows';
import { type AgentFacts, agentFacts } from '#registry/queries/agent';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { findIssuer } from '#registry/queries/issuers';
import { noForms, type PositionForms, positionForms } from '#registry/queries/position-forms';
import { type ControlBalance, controlBalances, noControl } from '#registry/queries/reports/control-balances';
import { type OpenDifference, openDifferences } from '#registry/queries/reports/open-differences';
import type { Cell, Fact, Item, ReportDocument } from '#registry/render/document';
import { stamp } from '#registry/render/printed';
import type { Context } from '../parts/context.ts';
import { date, shareCell, shares, text, yesNo } from '../parts/report/columns.ts';
import { reportId } from '../parts/report/report-header.ts';

const line = '______________________________';

const measures: Readonly<Record<string, string>> = {
  Holders: 'Accounts with shares',
  Certificates: 'Certificates and book-entry positions',
  Paper: 'Certificates',
  BookEntry: 'Book-entry positions',
  Nominee: 'Held by nominees',
  Rows: 'Rows',
};
/** Sheets that are about the file itself. */
const aboutFile = new Set(['Source', 'Issuer', 'Control totals']);
/** Measures that count shares, or dollars of a dollar class. */
const ofShares = new Set([
  'Authorized',
  'Issued',
  'Treasury',
  'Outstanding',
  'Reserved',
  'Restricted',
  'Nominee',
]);

/**
 * The letter of acceptance of a register that was posted: what was received from whom, the figures of each class beside the
 * control totals, open differences, what came with it, what only the prior agent can state, and two signatures. Undefined
 * when it was taken back.
 */
export async function acceptanceLetter(
  db: PoolClient,
  file: FileRow,
  { clock }: Pick<Context, 'clock'>,
): Promise<ReportDocument | undefined> {
  const issuerId = file.issuer_id;
  const record = issuerId === null ? undefined : await conversionRecord(db, issuerId);
  const issuer = issuerId === null ? undefined : await findIssuer(db, { id: issuerId });
  if (!record || !issuer) return undefined;
  const agent = await agentFacts(db);
  const classes = await classesOf(db, issuer.id, record.asOf);
  const books = await controlBalances(db, issuer.id, record.asOf);
  const forms = await positionForms(db, issuer.id, record.asOf);
  const differences = await openDifferences(db, issuer.id, record.asOf);
  const carried = await carriedOver(db, issuer.id, record.asOf);
  const generatedAt = clock.stamp();
  const opening = [
    ...addressed(agent, issuer.name, record),
    ...received(file, record, agent),
    { kind: 'section', table: 'classes', title: `Classes in the books as of ${formatDate(record.asOf)}` },
    ...classes.map((one) => classRow(one, books.get(one.id) ?? noControl, forms.get(one.id) ?? noForms)),
  ] satisfies Item[];
  return {
    agentName: agent.name,
    title: 'Acceptance of records',
    issuerLine: `${issuer.name} (${issuer.customerId})`,
    asOfLine: `As of ${formatDate(record.asOf)}`,
    filters: [],
    ...(agent.isFictional && { environmentLine: 'Only fictional data – sandbox' }),
    reportId: reportId({ letter: 'acceptance', file: file.id, generatedAt }, issuer.version),
    generatedAt,
    paper: { layout: 'portrait' },
    isSent: true,
    notice: 'For the issuer, the prior agent and the agent.',
    tables: [
      {
        id: 'classes',
        name: 'Classes',
        columns: [
          text('Class', 17),
          text('CUSIP', 10),
          shares('Authorized', 12),
          shares('Reserved', 11),
          shares('Issued', 12),
          shares('Treasury', 10),
          shares('Outstanding', 12),
          shares('Certificated', 12),
          shares('Book entry', 12),
          shares('Nominees', 12),
        ],
      },
      {
        id: 'totals',
        name: 'Control totals',
        columns: [
          text('Class', 20),
          text('Figure', 30),
          shares('Stated', 14),
          shares('In the rows', 14),
          shares('Difference', 12),
        ],
      },
      {
        id: 'differences',
        name: 'Record differences',
        columns: [
          text('Class', 16),
          date('Opened', 10),
          date('Existed since', 11),
          shares('Shares', 12),
          text('Cause', 36),
          yesNo('Of the prior agent', 12),
        ],
      },
    ],
    open: () => ({
      items: [
        ...opening,
        ...totalItems(record, classes),
        ...differenceItems(differences, classes),
        ...carriedItems(record, carried),
        ...byHand(),
        ...signatures(agent, record),
      ],
      closing: () => ({ totals: [] }),
    }),
  };
}

function addressed(agent: AgentFacts, issuerName: string, { source, asOf }: ConversionRecord): Item[] {
  return [
    { kind: 'letter', lines: [agent.name, ...agent.address] },
    { kind: 'letter', lines: [`To ${source} and ${issuerName}`] },
    { kind: 'letter', strong: true, lines: [`Acceptance of the records of ${issuerName}`] },
    {
      kind: 'letter',
      lines: [
        `We have received the records of the security holders of ${issuerName} from ${source} and keep them since their posting to our books. This letter states what was received as of ${formatDate(asOf)}, how it agrees with the control totals that came with it, which differences are open, and what remains to be stated by hand.`,
      ],
    },
  ];
}

function received(file: FileRow, record: ConversionRecord, agent: AgentFacts): Item[] {
  const { approved_first_name: first, approved_last_name: last } = file;
  const approver = [first, last].filter(Boolean).join(' ') || file.approved_by;
  return [
    {
      kind: 'facts',
      title: 'What was received',
      facts: [
        ['From', record.source],
        ['File', record.fileName],
        ['SHA-256 of the file', record.sha256],
        ['Positions as of', formatDate(record.asOf)],
        ['Positions certified', `by ${record.certifiedBy} on ${formatDate(record.certifiedOn)}`],
        ['Posted', stamp(record.postedAt)],
        ...(approver ? [['Approved by', approver] satisfies Fact] : []),
        ['Warnings accepted', record.accepted || 'None'],
        [
          'Every holding is known from',
          record.booksFrom === null ? 'Not recorded' : formatDate(record.booksFrom),
        ],
        ['Agent', `${agent.name}, SEC file number ${agent.fileNumber || 'not recorded'}`],
      ],
    },
  ];
}

function classRow(ofClass: SecurityClass, book: ControlBalance, forms: PositionForms): Item {
  const cell = (value: bigint) => shareCell(ofClass, value);
  return {
    kind: 'row',
    cells: [
      ofClass.name,
      ofClass.cusip || null,
      ofClass.isUnlimited ? 'Unlimited' : cell(ofClass.authorized),
      cell(ofClass.reserved),
      cell(book.issued),
      cell(book.treasury),
      cell(forms.paper + forms.bookEntry),
      cell(forms.paper),
      cell(forms.bookEntry),
      cell(forms.nominee),
    ],
  };
}

function totalItems({ totals }: ConversionRecord, classes: readonly SecurityClass[]): Item[] {
  if (totals.length === 0)
    return [
      {
        kind: 'facts',
        title: 'Control totals',
        facts: [['Stated with the file', 'None are recorded']],
      },
    ];
  return [
    {
      ...{ kind: 'section', table: 'totals' },
      title: totals.some(({ isTyped }) => isTyped)
        ? 'Control totals that came with the file or were typed'
        : 'Control totals that came with the file',
    },
    ...totals.map(({ class: name, measure, stated, counted, isTyped }): Item => {
      const ofClass = classes.find((one) => one.name === name);
      const cell = (value: bigint): Cell =>
        ofClass && ofShares.has(measure) ? shareCell(ofClass, value) : value;
      return {
        kind: 'row',
        cells: [
          name,
          `${measures[measure] ?? measure}${isTyped ? ' (typed)' : ''}`,
          cell(stated),
          cell(counted),
          cell(stated - counted),
        ],
      };
    }),
  ];
}

function differenceItems(differences: readonly OpenDifference[], classes: readonly SecurityClass[]): Item[] {
  if (differences.length === 0)
    return [{ kind: 'facts', title: 'Record differences', facts: [['Open on that day', 'None']] }];
  return [
    { kind: 'section', table: 'differences', title: 'Record differences open on that day' },
    ...differences.map((one): Item => {
      const ofClass = classes.find(({ id }) => id === one.class_id);
      return {
        kind: 'row',
        cells: [
          ofClass?.name ?? '',
          one.opened_on,
          one.existed_since,
          shareCell(ofClass ?? { isDollar: false }, one.shares),
          one.cause,
          one.by_prior_agent,
        ],
      };
    }),
  ];
}

function carriedItems({ rows }: ConversionRecord, carried: CarriedOver): Item[] {
  const count = (value: bigint): Cell => ({ kind: 'integer', value });
  return [
    {
      kind: 'facts',
      title: 'What came with it',
      facts: [
        ...[...rows]
          .filter(([sheet]) => !aboutFile.has(sheet))
          .map(([sheet, value]): Fact => [`Rows of ${sheet}`, count(value)]),
        ['Stops in force', count(carried.stops)],
        ['Tax lots of outstanding certificates', count(carried.lots)],
        ['Holders whose mail was returned', count(carried.bad_addresses)],
        ['Lost holders', count(carried.lost)],
        ['Members of a reinvestment plan', count(carried.plan_members)],
        ['Contacts of the issuer', count(carried.contacts)],
      ],
    },
  ];
}

/** What no file of a register holds: the prior agent states it, as received, none, or missing. */
function byHand(): Item[] {
  return [
    {
      kind: 'facts',
      title: 'For the prior agent to state: received, none, or missing',
      facts: [
        ['Resolution that appoints the agent, of', line],
        ['Instant from which the agent acts', line],
        ['Items in transit', line],
        ['Payments not cashed', line],
        ['Searches for lost holders, remittances to states', line],
        ['Certificates in blank, with their numbers', line],
        ['Journals of canceled certificates', line],
        ['Documents of active stops', line],
        ['Documents of authorized and issued shares', line],
        ['Position of the depository on that day', line],
        ['Notice to the depository sent on (kept two years)', line],
      ],
    },
  ];
}

function signatures(agent: AgentFacts, { source }: ConversionRecord): Item[] {
  const block = (title: string, name: string): Item => ({
    kind: 'facts',
    title,
    facts: [
      ['For', name],
      ['Name and title', line],
      ['Signature', line],
      ['Date', line],
    ],
  });
  return [block('Handed over', source), block('Accepted', agent.name)];
}
