import type { PoolClient } from 'pg';
import {
  isAsked,
  noXmlFile,
  type Ta2FormLine,
  ta2Form,
  ta2SectionOf,
  ta2Sections,
} from '#lib/contract/agent/ta2-form';
import { formatDate } from '#lib/format/dates';
import { instantText } from '#lib/format/instant';
import { formatCents } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { todayIn } from '#lib/format/today';
import { HttpError } from '#registry/http/http-error';
import type { Ta2Step } from '#registry/ledger/ta2-worksheet';
import { listIssuers } from '#registry/queries/issuers';
import type { Cell, Fact, Item, ReportDocument } from '#registry/render/document';
import { toCents } from '../parts/report/cents.ts';
import { text } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { ta2Period } from '../parts/ta2/model.ts';
import { type Answers, lastEntries } from '../parts/ta2/sign-off.ts';
import { needAgent, readWorksheet, signatureOf, signerName, type Worksheet } from '../parts/ta2/worksheet.ts';

export const generateTa2Worksheet: Report<'GenerateTA2Worksheet'> = {
  name: 'TA2Worksheet',
  nameOfPeriod: ({ year }) => `${year}`,
  covers: async (db, ctx, { year }) => {
    needAgent(ctx);
    const { from, to } = ta2Period({ year }, ctx.clock.today());
    const issuers = await listIssuers(db, 'all');
    if (issuers.length === 0) throw new HttpError(404, 'The registry has no issuer.');
    return { issuers, isAllIssuers: true, from, cutoff: to };
  },
  document: worksheet,
};

/** The lines in the order of the form with last year's answers, then sign-off and history. */
async function worksheet(
  client: PoolClient,
  order: OrderFor<'GenerateTA2Worksheet'>,
): Promise<ReportDocument> {
  const { timeZone, generatedAt, input } = order;
  const today = todayIn(timeZone, new Date(generatedAt));
  const { head } = await reportHeader(client, order, []);
  const sheet = await readWorksheet(client, input.year, today);
  const before = await readWorksheet(client, input.year - 1, today);
  const shown = { ...sheet.answers, ...signatureOf(sheet, timeZone) };
  return {
    ...head,
    title: `Worksheet for Form TA-2, ${input.year}`,
    filters: [
      ['Form', sheet.isShortForm ? 'Short: items 1 to 5, 11 and signature' : 'Full: all items'],
      ['Due', formatDate(`${input.year + 1}-03-31`)],
      ['SEC file number', sheet.agent.fileNumber || 'Not recorded'],
      ['Sign-off', signOffText(sheet)],
    ],
    tables: [
      {
        id: 'lines',
        name: 'Lines',
        columns: [
          text('Item', 9),
          text('Question', 38),
          { ...text('Answer', 26), align: 'left' },
          text(`${input.year - 1}`, 20),
          text('Change', 12),
          text('Source', 12),
          text('Note', 34),
        ],
        sectionColumn: 'Part',
      },
      {
        id: 'history',
        name: 'History',
        columns: [
          text('Time', 20),
          text('User', 20),
          text('Step', 12),
          text('Item', 16),
          text('Answer', 26),
          text('Reason', 40),
        ],
      },
    ],
    open: () => ({
      items: items(sheet, shown, before.answers, timeZone),
      closing: () => ({
        totals: [],
        footnotes: [
          'Working paper with the item numbers of Form TA-2; the wording is shortened. It is no filing.',
          'The filer’s CCC is not kept in this registry.',
          noXmlFile,
        ],
      }),
    }),
  };
}

function* items(sheet: Worksheet, shown: Answers, lastYear: Answers, timeZone: string): Generator<Item> {
  for (const { section, title } of ta2Sections) {
    yield {
      kind: 'section',
      table: 'lines',
      title: section === 'Signature' ? title : `Item ${section}: ${title}`,
    };
    for (const line of ta2Form.filter((one) => ta2SectionOf(one) === section))
      yield { kind: 'row', cells: cellsOf(line, sheet, shown, lastYear) };
  }
  yield { kind: 'facts', title: 'Sign-off', facts: signOffFacts(sheet, timeZone) };
  if (sheet.steps.length === 0) return;
  yield { kind: 'section', table: 'history', title: 'History' };
  for (const step of sheet.steps) yield { kind: 'row', cells: stepCells(step, timeZone) };
}

function cellsOf(line: Ta2FormLine, sheet: Worksheet, shown: Answers, lastYear: Answers): Cell[] {
  const entry = lastEntries(sheet.steps).get(line.id);
  const record = sheet.recorded.get(line.id);
  const isEntered = entry?.kind === 'Entered';
  const answer = shown[line.id];
  const source = sourceOf(line, sheet, shown);
  const note = isEntered
    ? [
        `Entered by ${signerName(entry)}`,
        record?.value != null ? `in place of ${plain(line, record.value)}` : '',
        entry.reason,
      ]
        .filter(Boolean)
        .join(': ')
    : line.from === 'never'
      ? 'Enter it when you file.'
      : (record?.note ?? '');
  return [
    line.item,
    line.column ? `${line.text}: ${line.column.toLowerCase()}` : line.text,
    cell(line, answer),
    cell(line, lastYear[line.id]),
    change(line, answer, lastYear[line.id]),
    source,
    note,
  ];
}

function sourceOf(line: Ta2FormLine, sheet: Worksheet, shown: Answers): string {
  if (line.from === 'never') return 'Not kept';
  if (!isAsked(line, (id) => sheet.answers[id] ?? null, sheet.isShortForm)) return 'Not asked';
  if (line.from === 'signature') return 'Sign-off';
  if (shown[line.id] === undefined) return 'Missing';
  return lastEntries(sheet.steps).get(line.id)?.kind === 'Entered' ? 'Entered' : 'Records';
}

/** A number stays one in the workbook. */
function cell({ kind }: Ta2FormLine, value: string | undefined): Cell {
  if (value === undefined) return '–';
  if (kind === 'count') return { kind: 'integer', value: BigInt(value) };
  if (kind === 'money') return { kind: 'money', value };
  return kind === 'percent' ? `${value}%` : value;
}

function plain({ kind }: Ta2FormLine, value: string): string {
  if (kind === 'count') return formatShares(BigInt(value));
  if (kind === 'money') return formatCents(toCents(value));
  return kind === 'percent' ? `${value}%` : value;
}

function change({ kind }: Ta2FormLine, is: string | undefined, was: string | undefined): Cell {
  if (is === undefined || was === undefined) return '–';
  if (kind === 'text') return is === was ? 'Unchanged' : 'Changed';
  if (kind === 'count') return signed(BigInt(is) - BigInt(was), formatShares);
  if (kind === 'percent') return signed(BigInt(is) - BigInt(was), (value) => `${value} points`);
  if (kind === 'money') return signed(toCents(is) - toCents(was), formatCents);
  return is === was ? 'Unchanged' : 'Changed';
}

const signed = (value: bigint, format: (value: bigint) => string): string =>
  value > 0n ? `+${format(value)}` : value < 0n ? `−${format(-value)}` : '0';

const stepTexts: Readonly<Record<Ta2Step['kind'], string>> = {
  Entered: 'Entered',
  Cleared: 'Cleared',
  Prepared: 'Prepared',
  Certified: 'Certified',
};

function stepCells(step: Ta2Step, timeZone: string): Cell[] {
  const line = ta2Form.find(({ id }) => id === step.line);
  return [
    instantText(new Date(step.at), timeZone),
    signerName(step),
    stepTexts[step.kind],
    line ? [line.item, line.column].filter(Boolean).join(', ') : '',
    line && step.value !== null ? plain(line, step.value) : '',
    step.reason,
  ];
}

const signOffText = ({ signOff }: Worksheet): string =>
  ({
    Open: 'Not signed off',
    Prepared: 'Prepared, not certified',
    Certified: 'Prepared and certified',
    'Taken back': 'Taken back, to be signed again',
  })[signOff.state];

function signOffFacts(sheet: Worksheet, timeZone: string): Fact[] {
  const { prepared, certified, takenBack, changes } = sheet.signOff;
  const who = (step: Ta2Step | null) =>
    step ? `${signerName(step)}, ${instantText(new Date(step.at), timeZone)}` : 'Nobody';
  const facts: Fact[] = [
    ['Prepared by', who(prepared)],
    ['Certified by', certified ? `${who(certified)}, ${certified.title}` : 'Nobody'],
  ];
  if (takenBack) {
    const names = changes.map(({ line }) => ta2Form.find(({ id }) => id === line)?.item ?? line);
    facts.push([
      'Sign-off taken back',
      `${takenBack}${names.length > 0 ? ` Lines: ${[...new Set(names)].join(', ')}.` : ''}`,
    ]);
  }
  return facts;
}
