'use client';

import { useSearchParams } from 'next/navigation';
import { FilterSheet } from '#components/register/filter-sheet';
import { replaceParams } from '#components/ui/browser/address-params';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import type { RunFilter } from '#lib/api/runs';
import { readIssuer } from '#lib/routes';
import type { KnownReport } from './run-line.tsx';

type Known = { reports: Readonly<Record<string, KnownReport>>; issuers: Readonly<Record<string, string>> };

/** Run filter in the address: `?issuer=1001&report=shareholder-list`. */
export function useRunFilter({ reports }: Pick<Known, 'reports'>): Pick<RunFilter, 'issuer' | 'report'> {
  const params = useSearchParams();
  const slug = params.get('report');
  const report = Object.keys(reports).find((id) => reports[id]?.slug === slug) ?? null;
  return { issuer: readIssuer(params.get('issuer') ?? ''), report };
}

/** Filters of the list by issuer and report, stored in the address. */
export function RunFilters({ reports, issuers, filter }: Known & { filter: RunFilter }) {
  const set = (name: 'issuer' | 'report', value: string) => {
    const next = new URLSearchParams(window.location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    replaceParams(next);
  };
  const several = Object.keys(issuers).length > 1;
  const sorted = Object.values(reports).sort((a, b) => a.title.localeCompare(b.title, 'en'));
  return (
    <FilterSheet
      chosen={[
        ...(several ? [filter.issuer ? (issuers[filter.issuer] ?? 'one issuer') : 'all issuers'] : []),
        (filter.report && reports[filter.report]?.title) ?? 'all reports',
      ].join(', ')}
    >
      {several && (
        <Field label="Issuer" className="w-72 max-sm:w-full">
          <Select
            value={`${filter.issuer ?? ''}`}
            onChange={(event) => set('issuer', event.target.value)}
            options={[
              { value: '', label: 'All issuers' },
              ...Object.entries(issuers).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
      )}
      <Field label="Report" className="w-64 max-sm:w-full">
        <Select
          value={(filter.report && reports[filter.report]?.slug) ?? ''}
          onChange={(event) => set('report', event.target.value)}
          options={[
            { value: '', label: 'All reports' },
            ...sorted.map(({ slug, title }) => ({ value: slug, label: title })),
          ]}
        />
      </Field>
    </FilterSheet>
  );
}
