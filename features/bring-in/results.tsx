// Lists what became of each row of a bulk sheet.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { Badge } from '#components/ui/badge';
import { Button, buttonClass } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';
import { query } from '#lib/api/query';
import { formatShares } from '#lib/format/shares';
import { rowResults, rowResultText, rowResultTones } from './model.ts';
import { resultsPerPage } from './queries.ts';
import type { BulkResult, RegisterFile } from './types.ts';

type Shown = BulkResult['state'] | '';

/** What became of each row of a bulk sheet, all or those of one result, with all of it as a file. */
export function Results({ file }: { file: RegisterFile }) {
  const { wire } = useApi();
  const [state, setState] = useState<Shown>('');
  const [start, setStart] = useState(0);
  const { results, registerFileId } = file;
  if (!results) return null;
  const count = rowResults.reduce((sum, one) => sum + Number(results[one]), 0);
  if (count === 0) return null;
  return (
    <Section
      title="Results"
      aside={
        wire.GetBulkResultsFile && (
          <a
            className={`${buttonClass('secondary', 'sm')} print:hidden`}
            href={addressOf(wire, 'GetBulkResultsFile', { registerFileId: Number(registerFileId) })}
            download
          >
            Download results
          </a>
        )
      }
    >
      <Field id="row-result" label="Show results" className="mb-3 max-w-sm print:hidden">
        <Select
          value={state}
          onChange={(event) => {
            setState(event.target.value as Shown);
            setStart(0);
          }}
          options={[
            { value: '', label: `All instructions: ${formatShares(count)}` },
            ...rowResults
              .filter((one) => Number(results[one]) > 0)
              .map((one) => ({ value: one, label: `${rowResultText[one]}: ${formatShares(results[one])}` })),
          ]}
        />
      </Field>
      <ResultRows file={file} state={state} start={start} onStart={setStart} />
    </Section>
  );
}

type RowsProps = { file: RegisterFile; state: Shown; start: number; onStart: (start: number) => void };

function ResultRows({ file, state, start, onStart }: RowsProps) {
  const requested = query('GetBulkResults', {
    ...{ registerFileId: Number(file.registerFileId), state: state || null },
    ...{ start, numberOfRows: resultsPerPage },
  });
  // Another version or another number of results has other rows.
  const queryKey = [...requested.queryKey, file.version, file.results] as const;
  const result = useQuery({ ...requested, queryKey: queryKey as never });
  return (
    <QueryResult result={result} queryKey={queryKey} waiting="Loading results…" lines={4}>
      {({ results, totalRecords }) =>
        results.length === 0 ? (
          <EmptyState title="No results">No row has this result.</EmptyState>
        ) : (
          <>
            <PlainTable
              filled
              label="Results"
              tableClasses="min-w-[48rem]"
              columns={columns}
              rows={results}
              rowId={({ number }) => `${number}`}
            />
            <div className="mt-2 flex flex-wrap items-center gap-3 text-sm text-muted">
              <span>
                {formatShares(start + 1)} to {formatShares(start + results.length)} of{' '}
                {formatShares(totalRecords)}.
              </span>
              {start > 0 && (
                <Button size="sm" onClick={() => onStart(Math.max(0, start - resultsPerPage))}>
                  Previous results
                </Button>
              )}
              {start + results.length < Number(totalRecords) && (
                <Button size="sm" onClick={() => onStart(start + resultsPerPage)}>
                  Next results
                </Button>
              )}
            </div>
          </>
        )
      }
    </QueryResult>
  );
}

const columns: readonly PlainColumn<BulkResult>[] = [
  {
    head: 'Row',
    cell: ({ sheet, firstRow, lastRow }) => (
      <>
        {sheet} {firstRow === lastRow ? `${firstRow}` : `${firstRow} to ${lastRow}`}
      </>
    ),
  },
  {
    head: 'Batch and account',
    cell: ({ batch, account, customerIssuerId }) => (
      <span className="block max-w-56 break-words">
        {batch}
        <span className="block text-xs text-muted">
          {[customerIssuerId === null ? '' : `Issuer ${customerIssuerId}`, account]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    ),
  },
  {
    head: 'Result',
    cell: ({ state }) => <Badge tone={rowResultTones[state]}>{rowResultText[state]}</Badge>,
  },
  { head: 'Transaction', cell: ({ displayTransactionId }) => displayTransactionId ?? '–' },
  {
    head: 'Reason',
    cell: ({ field, sentence }) => (
      <span className="block max-w-96 break-words">
        {sentence || '–'}
        {field && <span className="block text-xs text-muted">{field}</span>}
      </span>
    ),
  },
];
