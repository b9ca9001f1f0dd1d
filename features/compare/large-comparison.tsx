// The changes between two days of a register that is too large to list.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { QueryResult } from '#components/data/query-result';
import { ClassSelect, useChosenClass } from '#components/register/class-select';
import { DataTable } from '#components/table/data-table';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Balance } from '#lib/register/capacity';
import { routes } from '#lib/routes';
import { explain, noCauses } from './causes.ts';
import type { CompareProps } from './class-changes.tsx';
import { ClassFigures, residualText } from './class-figures.tsx';
import { changeColumns } from './columns.tsx';
import { type LargeClass, largeClasses } from './large-changes.ts';

/** The most changes of a class that the registry lists. */
const rowsMax = 250;

type Props = CompareProps & {
  before: readonly Balance[];
  after: readonly Balance[];
  /** The registry makes the file that lists every account. */
  isFileOffered: boolean;
};

/** The largest changes of each class, and the totals of all. */
export function LargeComparison(props: Props) {
  const { issuer, from, to } = props;
  const asked = query('GetLargestChanges', {
    customerIssuerId: issuer,
    startDate: from,
    endDate: to,
    numberOfRows: rowsMax,
  });
  const result = useQuery(asked);
  return (
    <QueryResult result={result} queryKey={asked.queryKey} waiting="Comparing the two dates…" lines={18}>
      {(response) => <Classes {...props} response={response} />}
    </QueryResult>
  );
}

function Classes({ response, ...props }: Props & { response: ResponseFor<'GetLargestChanges'> }) {
  const { before, after } = props;
  const classes = useMemo(() => largeClasses(response, { before, after }), [response, before, after]);
  const chosen = useChosenClass(classes, (one) => one.changed > 0);
  if (!chosen) return <p>The registry lists no classes of this issuer on these dates.</p>;
  return (
    <>
      <ClassSelect
        current={chosen.className}
        classes={classes.map(({ className, changed }) => ({
          className,
          note: changed === 0 ? 'no changes' : `${formatShares(changed)} changed`,
        }))}
      />
      <LargestChanges key={chosen.className} {...props} one={chosen} />
    </>
  );
}

function LargestChanges({ one, ...props }: Props & { one: LargeClass }) {
  const { issuer, name, from, to, asof, isFileOffered } = props;
  const { className, rows: changes, changed, net, residual, dollars } = one;
  const rows = useMemo(() => explain(changes, noCauses), [changes]);
  const columns = useMemo(
    () =>
      changeColumns({
        dollars,
        className,
        explained: false,
        open: (row) => <Link href={routes.holder(issuer, row.profile, { asof })}>{row.name}</Link>,
      }),
    [dollars, className, issuer, asof],
  );
  if (changed === 0)
    return (
      <EmptyState title={`No holdings of ${className} changed`}>{residualText(residual, dollars)}</EmptyState>
    );
  const isWhole = rows.length === changed;
  return (
    <>
      <ClassFigures {...one} {...{ from, to }} />
      <Section
        title={isWhole ? `All changes of ${className}` : `Largest changes of ${className}`}
        aside={
          <>
            {formatDate(from)} to {formatDate(to)}
          </>
        }
      >
        {!isWhole && (
          <p className="mb-2 text-sm text-muted">
            The {formatShares(rows.length)} largest of {formatShares(changed)} changes.
            {isFileOffered && ' The roll-forward file has every account with its transactions.'}
          </p>
        )}
        <DataTable
          id="compare-large"
          label={`Changes of ${className}`}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          noun={['change', 'changes']}
          fileName={`largest_changes_${issuer}_${from}_${to}`}
          about={[
            [isWhole ? 'Changes of' : 'Largest changes of', `${className}, ${name} (${issuer})`],
            ['From the close of', from],
            ['To the close of', to],
            ['Changes listed', `${rows.length} of ${changed}`],
            ['Net of all changes', net === null ? 'missing' : `${net}`],
            ['Residual', residual === null ? 'missing' : `${residual}`],
          ]}
        />
      </Section>
    </>
  );
}
