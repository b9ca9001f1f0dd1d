'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { CheckList } from '#components/register/check-list';
import { FilterChips } from '#components/register/filter-chips';
import { DataTable } from '#components/table/data-table';
import { putParam } from '#components/ui/browser/address-params';
import { Link } from '#components/ui/link';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { formatDate } from '#lib/format/dates';
import type { Balance } from '#lib/register/capacity';
import type { Holding } from '#lib/register/ownership/cap-table';
import {
  type Basis,
  figureLines,
  groupLines,
  holderLines,
  holdersFrom,
  type MatrixClass,
  type MatrixLine,
  matrixClasses,
} from '#lib/register/ownership/matrix';
import { routes } from '#lib/routes';
import { matrixColumns } from './matrix-columns.tsx';
import { useReserves } from './use-reserves.ts';

/** Issuer and day of the rows, as on the page. */
type Of = {
  issuer: number;
  /** Of the issuer. */
  name: string;
  /** As-of date of the page; its links keep it. */
  asof: string | null;
  /** 'yyyy-mm-dd', the day of the rows. */
  day: string;
  isReconstructed?: boolean;
};

type HoldingsProps = Of & {
  holdings: readonly Holding[];
  balances: readonly Balance[] | null;
  /** Account types by holder, for holdings that have none. */
  kinds?: ReadonlyMap<string, string>;
  /** More rows are loading. */
  arriving?: boolean;
  /** Every holding is there: else no total of holders is known. */
  isComplete?: boolean;
};

/** The matrix of a list of all holdings. */
export function HoldingsMatrix({ holdings, balances, kinds, isComplete = true, ...rest }: HoldingsProps) {
  const classes = useMemo(
    () => matrixClasses(holdings, balances, isComplete),
    [holdings, balances, isComplete],
  );
  const lines = useMemo(() => holderLines(holdings, kinds), [holdings, kinds]);
  return <Matrix {...rest} {...{ classes, lines, balances, isComplete }} />;
}

type MatrixProps = Of & {
  classes: readonly MatrixClass[];
  lines: readonly MatrixLine[];
  balances: readonly Balance[] | null;
  isComplete: boolean;
  arriving?: boolean;
  /** Only the largest holders are listed: reserves by name, which come with a list of all, are not loaded. */
  isPartial?: boolean;
};

const counts = [
  { value: null, label: 'Outstanding' },
  { value: 'diluted', label: 'Fully diluted' },
  { value: 'converted', label: 'As converted' },
] as const;

const subtotals = [
  { value: null, label: 'Subtotals by type' },
  { value: 'none', label: 'Holders only' },
] as const;

const largePercent = 5n;

const basisTexts: Record<Basis, string> = {
  outstanding: 'Percentages are of the outstanding shares of each class, without treasury.',
  diluted:
    'Percentages are of the outstanding and reserved shares of each class. Convertible stock counts only through its reserve.',
};

/** Holders by classes, below the figures of each class and the subtotals by type of holder. */
export function Matrix(props: MatrixProps) {
  const { issuer, name, asof, day, classes, lines, balances } = props;
  const { isReconstructed = false, isPartial = false, isComplete, arriving } = props;
  const params = useSearchParams();
  const count = params.get('count');
  const isConverted = count === 'converted';
  /** Several classes and no ratio between them: they cannot be shown as converted. */
  const isSeveral = isConverted && classes.length > 1;
  const basis: Basis = count === 'diluted' ? 'diluted' : 'outstanding';
  const onlyLarge = params.get('from') === `${largePercent}`;
  const isFiltered = onlyLarge || [...params.keys()].some((key) => key === 'q' || key.startsWith('f.'));
  // Of a part of the holders, the subtotals of all are not the sums, and they would push the holders out of sight.
  const withGroups = !isFiltered && params.get('subtotals') !== 'none';

  const reserves = useReserves(issuer, day, balances, basis === 'diluted' && !isPartial);
  const hasKinds = useMemo(() => lines.some((line) => line.kind !== ''), [lines]);
  const lead = useMemo(
    () => [
      ...figureLines(classes, basis, reserves.classes),
      ...(withGroups && isComplete && hasKinds ? groupLines(lines, classes) : []),
    ],
    [classes, basis, reserves.classes, lines, isComplete, hasKinds, withGroups],
  );
  const large = useMemo(() => holdersFrom(lines, classes, basis, largePercent), [lines, classes, basis]);
  const classNames = classes.map((one) => one.className).join('\n');
  const shown = useMemo(
    () => matrixColumns(classes, basis, { issuer, asof }, hasKinds),
    [classes, basis, issuer, asof, hasKinds],
  );
  const counted =
    basis === 'diluted' ? 'Fully diluted: outstanding and reserved shares' : 'Outstanding shares';
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
        <FilterChips
          label="Shares counted"
          chips={counts}
          current={count === 'diluted' || isConverted ? count : null}
          onChoose={(value) => putParam('count', value)}
        />
        {!isSeveral && hasKinds && !isFiltered && (
          <FilterChips
            label="Subtotals"
            chips={subtotals}
            current={withGroups ? null : 'none'}
            onChoose={(value) => putParam('subtotals', value)}
          />
        )}
        {!isSeveral && large && (
          <FilterChips
            label="Size of holding"
            chips={[
              { value: null, label: 'All holders' },
              { value: `${largePercent}`, label: '5% and more', count: large.length },
            ]}
            current={onlyLarge ? `${largePercent}` : null}
            onChoose={(value) => putParam('from', value)}
          />
        )}
      </div>
      {isSeveral ? (
        <NotConverted {...{ issuer, asof, classes }} />
      ) : (
        <>
          <p className="mb-2 text-sm text-muted">
            {isConverted
              ? 'The issuer has one class, so there is nothing to convert: as converted equals outstanding.'
              : basisTexts[basis]}
            {large === null && ' They cannot be calculated: the registry did not send every figure.'}
          </p>
          {reserves.error && <ErrorPanel error={reserves.error} onRetry={() => void reserves.refetch()} />}
          {reserves.failed && (
            <p role="alert" className="mb-2 text-sm text-danger">
              The reserves by name could not be shown. Reload the page.
            </p>
          )}
          <DataTable
            key={classNames}
            id="cap-table-matrix"
            label="Cap table matrix"
            columns={shown}
            rows={onlyLarge && large ? large : lines}
            lead={lead}
            rowId={(line) => line.id}
            noun={['holder', 'holders']}
            arriving={arriving}
            initial={bySize}
            fileName={`cap-table_${issuer}_matrix_${day}`}
            about={[
              ['Cap table of', `${name} (${issuer})`],
              isReconstructed
                ? ['As of', `${day} (reconstructed from ownership and balances)`]
                : [isPartial ? 'As of' : 'Current', day],
              ['Shares counted', counted],
              ...(onlyLarge ? [['Holders', '5% and more of a class'] as const] : []),
              ...(isPartial ? [['Listed', 'The largest holders; all others as one row'] as const] : []),
            ]}
            empty={<EmptyState title="No classes of securities" />}
          />
          <CheckList title="Checks of reserves" checks={reserves.checks} />
        </>
      )}
    </>
  );
}

const bySize = { sort: [{ id: 'class0', desc: true }] };

/** The registry reports no conversion ratio, and none is assumed. */
const NotConverted = ({ issuer, asof, classes }: Pick<MatrixProps, 'issuer' | 'asof' | 'classes'>) => (
  <EmptyState title="Not reported as converted">
    The registry reports no conversion ratios between the {classes.length} classes, and none is assumed.
    Shares reserved for conversion count as fully diluted. Conversions that took place
    {asof ? `, up to ${formatDate(asof)},` : ''} are listed in{' '}
    <Link href={routes.transactions(issuer, { view: 'journal', type: 'C', asof })}>Transactions</Link>.
  </EmptyState>
);
