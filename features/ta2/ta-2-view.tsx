'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryPlaceholder } from '#components/data/query-result';
import { CheckList } from '#components/register/check-list';
import { FilterChips } from '#components/register/filter-chips';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { useOpenInPrint } from '#components/ui/browser/use-open-in-print';
import { Button } from '#components/ui/button';
import { Stat, StatRow } from '#components/ui/figures';
import { ErrorPanel } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { noXmlFile } from '#lib/contract/agent/ta2-form';
import { daysBetween, formatDate, isDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { at, ta2Issuers } from '#lib/register/ta2-response';
import { LineSections } from './line-sections.tsx';
import { answersIn, dueDate, type Line, sectionsOf } from './lines.ts';
import type { SignAs } from './sign-dialog.tsx';
import { SignOffPanel } from './sign-off-panel.tsx';
import { ta2Checks } from './ta2-checks.ts';
import type { Worksheet } from './types.ts';
import { useTa2 } from './use-ta2.ts';

const waiting = (text: string) => <LoadingPlaceholder text={text} lines={6} />;
const FigureRows = lazyComponent(
  () => import('./figure-rows.tsx').then((part) => part.FigureRows),
  waiting('Loading rows…'),
  'when drawn',
);
const WorksheetTable = lazyComponent(
  () => import('./worksheet-table.tsx').then((part) => part.WorksheetTable),
  waiting('Loading table…'),
  'when drawn',
);
const ByIssuer = lazyComponent(
  () => import('./by-issuer.tsx').then((part) => part.ByIssuer),
  waiting('Loading issuers…'),
  'when drawn',
);
const ComparisonTable = lazyComponent(
  () => import('./comparison-table.tsx').then((part) => part.ComparisonTable),
  waiting('Loading comparisons…'),
  'when drawn',
);
const History = lazyComponent(
  () => import('./history.tsx').then((part) => part.History),
  waiting('Loading history…'),
  'when drawn',
);
const LineDialog = lazyComponent(
  () => import('./line-dialog.tsx').then((part) => part.LineDialog),
  null,
  'when drawn',
);
const SignDialog = lazyComponent(
  () => import('./sign-dialog.tsx').then((part) => part.SignDialog),
  null,
  'when drawn',
);

/** How long until a form is due: 'in 131 days'. */
const dueText = (left: number) =>
  left < 0 ? 'Past' : left === 0 ? 'Today' : `In ${formatShares(left)} ${left === 1 ? 'day' : 'days'}`;

/** Worksheet for the yearly Form TA-2: answers, their sources and rows, comparisons, sign-off. It does not file the form. */
export function Ta2View({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const requested = params.get('year') ?? '';
  const thisYear = Number(today.slice(0, 4));
  const given = /^[12]\d{3}$/.test(requested) && Number(requested) <= thisYear ? Number(requested) : null;
  const ta2 = useTa2(issuers, given, today);
  const { year, lines, sheet, hasWorksheet, response, report } = ta2;
  const client = useQueryClient();
  const main = hasWorksheet ? sheet : report;
  const mainKey = hasWorksheet
    ? query('GetTA2Worksheet', { year }).queryKey
    : query('GetTA2Report', {}).queryKey;
  const operations = useAgentOperations();
  const [entering, setEntering] = useState<Line | null>(null);
  const [signing, setSigning] = useState<SignAs | null>(null);
  const ref = useOpenInPrint<HTMLDivElement>();
  const listed = lines?.find(({ form, hasRows }) => form.id === params.get('list') && hasRows) ?? null;
  const running = year === thisYear;
  const due = dueDate(hasWorksheet ? sheet.data : response, year);
  const shut = (changed: boolean) => {
    setEntering(null);
    setSigning(null);
    if (changed) void sheet.refetch();
  };
  const isSigned = ['Prepared', 'Certified'].includes(sheet.data?.signOff.state ?? '');
  return (
    <div ref={ref}>
      <PrintedAs issuer="The transfer agent, all issuers" asOf={`TA-2 worksheet, ${year}`} today={today} />
      <PageHeader
        kicker={`Transfer agent, all issuers · Calendar year ${year}${running ? `, up to ${formatDate(today)}` : ''}`}
        title="TA-2 worksheet"
        description={
          hasWorksheet
            ? `The lines of the annual form, each with its source and last year. It is a working paper and does not file the form. ${noXmlFile}`
            : 'The lines of the annual form, each with its source. This registry keeps no worksheet: answers cannot be entered or signed off here. It does not file the form.'
        }
        actions={[thisYear, thisYear - 1, thisYear - 2].map((one) => (
          <Button
            key={one}
            aria-pressed={one === year}
            variant={one === year ? 'primary' : undefined}
            onClick={() => putParam('year', `${one}`)}
          >
            {one}
          </Button>
        ))}
      />
      {lines !== null && main.error && <ErrorPanel error={main.error} onRetry={() => void main.refetch()} />}
      {hasWorksheet && report.error && (
        <ErrorPanel
          error={report.error}
          title="The TA-2 report could not be loaded"
          onRetry={() => void report.refetch()}
        />
      )}
      {!hasWorksheet && report.data !== undefined && response === null && (
        <p className="mb-3 max-w-prose rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          {ta2.reportYear === null
            ? 'The registry’s TA-2 report does not state its year, so its figures are not used.'
            : `The registry’s TA-2 report covers ${ta2.reportYear}. No report is available for ${year}; some figures below are derived from other lists.`}
        </p>
      )}
      {lines === null && (
        <QueryPlaceholder
          error={main.error}
          isFetching={main.isFetching}
          waiting="Loading TA-2 worksheet…"
          lines={12}
          retry={() => void main.refetch()}
          cancel={() => void client.cancelQueries({ queryKey: mainKey, exact: true })}
        />
      )}
      {lines && listed && (
        <FigureRows
          key={`${year} ${listed.form.id}`}
          year={year}
          line={listed}
          onBack={() => putParam('list', null)}
        />
      )}
      {lines && !listed && (
        <>
          <Summary {...{ lines, ta2, due, today }} />
          {sheet.data && <SignOffPanel sheet={sheet.data} onSign={setSigning} />}
          <LinesOfForm
            {...{ lines, year, today, running }}
            sizeNote={sizeText(
              hasWorksheet ? sheet.data?.isShortForm : at(response, 'abbreviatedFilingEligible'),
            )}
            onEnter={sheet.data && operations.has('SetTA2Line') ? setEntering : null}
            onOpen={({ form }) => putParam('list', form.id)}
          />
          <Compared ta2={ta2} lines={lines} />
          {sheet.data && <Steps sheet={sheet.data} />}
        </>
      )}
      {entering && sheet.data && (
        <LineDialog
          key={entering.form.id}
          line={entering}
          year={year}
          version={sheet.data.version}
          isSigned={isSigned}
          onClose={shut}
        />
      )}
      {signing && sheet.data && (
        <SignDialog as={signing} year={year} version={sheet.data.version} onClose={shut} />
      )}
    </div>
  );
}

/** Fewer than 1,000 items and at most 1,000 accounts: a small filer completes only a part of Form TA-2. */
function sizeText(isShort: unknown): string {
  if (typeof isShort !== 'boolean') return '';
  return isShort
    ? 'Short form: items 1 to 5, 11 and the signature.'
    : 'Full form: all items, by the numbers of items and accounts.';
}

type Ta2 = ReturnType<typeof useTa2>;

function Summary({
  lines,
  ta2,
  due,
  today,
}: {
  lines: readonly Line[];
  ta2: Ta2;
  due: string;
  today: string;
}) {
  const count = (...sources: string[]) => lines.filter(({ source }) => sources.includes(source)).length;
  const missing = count('Missing');
  const differing = ta2.comparisons.filter(({ result }) => result === 'differs').length;
  const explained = ta2.comparisons.filter(({ result }) => result === 'explained').length;
  return (
    <StatRow>
      {ta2.hasWorksheet ? (
        <>
          <Stat
            primary
            label="Missing"
            value={formatShares(missing)}
            tone={missing > 0 ? 'danger' : 'ink'}
            note={`of ${formatShares(lines.filter(({ mayBeEntered }) => mayBeEntered).length)} lines`}
          />
          <Stat
            label="Answered"
            value={formatShares(count('Records', 'Entered'))}
            note={`${formatShares(count('Records'))} from records, ${formatShares(count('Entered'))} entered`}
          />
        </>
      ) : (
        <>
          <Stat
            primary
            label="Answered"
            value={formatShares(count('TA-2 report', 'Derived'))}
            note={`${formatShares(count('TA-2 report'))} reported, ${formatShares(count('Derived'))} derived`}
          />
          <Stat label="No record" value={formatShares(count('No record'))} note="To be answered elsewhere" />
        </>
      )}
      <Stat
        label="Due"
        value={isDate(due) ? formatDate(due) : due}
        note={isDate(due) ? dueText(daysBetween(today, due)) : undefined}
      />
      {ta2.comparisons.length > 0 && (
        <Stat
          label="Differences"
          value={formatShares(differing)}
          tone={differing > 0 ? 'danger' : 'ink'}
          note={`${formatShares(explained)} more explained, of ${formatShares(ta2.comparisons.length)} comparisons`}
        />
      )}
    </StatRow>
  );
}

type LinesProps = {
  lines: readonly Line[];
  year: number;
  today: string;
  running: boolean;
  sizeNote: string;
  onEnter: ((line: Line) => void) | null;
  onOpen: (line: Line) => void;
};

function LinesOfForm({ lines, year, today, running, sizeNote, onEnter, onOpen }: LinesProps) {
  const view = useSearchParams().get('view') === 'table' ? 'table' : null;
  return (
    <Section title="Lines" aside={sizeNote}>
      <div className="mb-3">
        <FilterChips
          label="View"
          current={view}
          onChoose={(value) => putParam('view', value)}
          chips={[
            { value: null, label: 'Form' },
            { value: 'table', label: 'Table and export' },
          ]}
        />
      </div>
      {view === 'table' ? (
        <WorksheetTable {...{ year, lines, today }} partial={running} />
      ) : (
        <LineSections sections={sectionsOf(lines)} year={year} onEnter={onEnter} onOpen={onOpen} />
      )}
    </Section>
  );
}

/** Comparisons with other sources, and the form's rules between its lines. */
function Compared({ ta2, lines }: { ta2: Ta2; lines: readonly Line[] }) {
  const { comparisons, read, byIssuer, hasWorksheet, response, year } = ta2;
  const differing = comparisons.filter(({ result }) => result === 'differs').length;
  return (
    <Section title="Comparisons">
      {!hasWorksheet && <IssuerLoadStatus read={read} what="Figures from other lists" />}
      {comparisons.length > 0 && (
        <Folded
          title="Figures of other sources"
          aside={
            differing > 0
              ? `${formatShares(differing)} of ${formatShares(comparisons.length)} differ without a reason`
              : `${formatShares(comparisons.length)} compared, none differs without a reason`
          }
        >
          <ComparisonTable comparisons={comparisons} />
        </Folded>
      )}
      <CheckList checks={ta2Checks(answersIn(lines))} title="Rules between lines" />
      <Folded title="By issuer" aside={`Items, accounts and dividends of ${year}`}>
        <ByIssuer year={year} parts={byIssuer} reported={ta2Issuers(response)} />
      </Folded>
    </Section>
  );
}

const Steps = ({ sheet }: { sheet: Worksheet }) => (
  <Section
    title="History"
    aside={`${formatShares(sheet.steps.length)} ${sheet.steps.length === 1 ? 'step' : 'steps'}`}
  >
    {sheet.steps.length === 0 ? (
      <p className="text-muted">Nothing was entered or signed yet.</p>
    ) : (
      <Folded title="Entries and signatures" aside="Newest first">
        <History steps={sheet.steps} />
      </Folded>
    )}
  </Section>
);

/** A folded part; its content is made when it is opened, and then stays. */
function Folded({ title, aside, children }: { title: string; aside: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="group/fold border-b border-line py-2"
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">{title}</span>
        <span className="text-sm text-muted">{aside}</span>
        <span className="text-sm text-muted underline print:hidden">
          <span className="group-open/fold:hidden">Show</span>
          <span className="hidden group-open/fold:inline">Hide</span>
        </span>
      </summary>
      {opened && <div className="mt-2">{children}</div>}
    </details>
  );
}
