// Lists what the check of an imported file found.

'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryPlaceholder } from '#components/data/query-result';
import { ScrollRegion } from '#components/data/scroll-region';
import { Badge } from '#components/ui/badge';
import { Button, buttonClass } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { ResponseFor } from '#lib/contract/index';
import { formatShares } from '#lib/format/shares';
import { countsText, findingsAdvice, severityText, severityTone } from './model.ts';
import { findingsPerPage } from './queries.ts';
import type { RegisterFile, RegisterFinding } from './types.ts';

type Page = ResponseFor<'GetRegisterFindings'>;

/** What the check found, the severest first, of all codes or of one. */
export function Findings({ file }: { file: RegisterFile }) {
  const { wire } = useApi();
  const [code, setCode] = useState('');
  const { registerFileId, byCode, counts, hasFindingsFile } = file;
  return (
    <Section
      title="Findings"
      aside={
        hasFindingsFile &&
        wire.GetRegisterFindingsFile && (
          <a
            className={`${buttonClass('secondary', 'sm')} print:hidden`}
            href={addressOf(wire, 'GetRegisterFindingsFile', { registerFileId: Number(registerFileId) })}
            download
          >
            Download workbook with findings
          </a>
        )
      }
    >
      {byCode.length === 0 ? (
        <EmptyState title="No findings">The check found nothing to correct and nothing to decide.</EmptyState>
      ) : (
        <>
          <p className="mb-2">
            {countsText(counts)}. {findingsAdvice(file)}
          </p>
          <Field id="finding-code" label="Show" className="mb-3 max-w-sm print:hidden">
            <Select
              value={code}
              onChange={(event) => setCode(event.target.value)}
              options={[
                { value: '', label: 'All findings' },
                ...byCode.map((one) => ({
                  value: one.code,
                  label: `${one.code}: ${formatShares(one.findings)} ${severityText[one.severity].toLowerCase()}${Number(one.findings) === 1 ? '' : 's'}`,
                })),
              ]}
            />
          </Field>
          <FindingRows key={code} file={file} code={code || null} />
        </>
      )}
    </Section>
  );
}

/** Key contains the version: another check has other findings. */
function FindingRows({ file, code }: { file: RegisterFile; code: string | null }) {
  const { call } = useApi();
  const { registerFileId, version } = file;
  const queryKey = ['GetRegisterFindings', { registerFileId, code }, version] as const;
  const result = useInfiniteQuery<Page, ApiError, { pages: Page[] }, typeof queryKey, number>({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GetRegisterFindings',
        { registerFileId: Number(registerFileId), code, start: pageParam, numberOfRows: findingsPerPage },
        { signal },
      ),
    getNextPageParam: ({ totalRecords }, pages) => {
      const read = pages.reduce((sum, { findings }) => sum + findings.length, 0);
      return read < Number(totalRecords) ? read : undefined;
    },
  });
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage } = result;
  if (!data)
    return (
      <QueryPlaceholder
        error={error}
        isFetching={isFetching}
        waiting="Loading findings…"
        lines={4}
        retry={() => void refetch()}
        cancel={() => undefined}
      />
    );
  const rows = data.pages.flatMap(({ findings }) => findings);
  const [first] = data.pages;
  return (
    <>
      <FindingTable rows={rows} />
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {error.message}
        </p>
      )}
      <p className="mt-2 text-sm text-muted">
        {formatShares(rows.length)} of {formatShares(first?.found ?? rows.length)} shown.
        {!hasNextPage && Number(first?.found) > rows.length && ' Of each code at most 2,000 are listed.'}
      </p>
      {hasNextPage && (
        <Button
          size="sm"
          className="mt-1 print:hidden"
          pending={isFetching}
          onClick={() => void fetchNextPage()}
        >
          {isFetching ? 'Loading…' : 'Load more'}
        </Button>
      )}
    </>
  );
}

const heads = ['Kind', 'Place', 'Finding', 'Value'] as const;

/** Texts rather than figures: every column begins at its left edge, and the sentence fits a narrow page. */
function FindingTable({ rows }: { rows: readonly RegisterFinding[] }) {
  return (
    <ScrollRegion label="Findings">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-rule bg-sunken text-sm">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-2 py-1.5 text-left font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ severity, code, sheet, row, cell, field, value, sentence }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings are only ever added at the end
            <tr key={index} className="border-b border-line align-top">
              <td className="px-2 py-1">
                <Badge tone={severityTone[severity]}>{severityText[severity]}</Badge>
                <span className="block text-xs text-muted">{code}</span>
              </td>
              <td className="px-2 py-1">
                {sheet || 'File'} {cell || (row === null ? '' : `row ${row}`)}
                {field && <span className="block text-xs text-muted">{field}</span>}
              </td>
              <td className="min-w-44 px-2 py-1">{sentence}</td>
              <td className="max-w-48 min-w-24 px-2 py-1 break-words">{value || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
