'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/data/query-result';
import { ScrollRegion } from '#components/data/scroll-region';
import { query } from '#lib/api/query';
import { definitionTable } from './definitions.ts';

/**
 * The certificate definitions in use. The interface does not define their fields, so the registry's field names
 * head the columns.
 */
export function Definitions({ issuer }: { issuer: number }) {
  const [open, setOpen] = useState(false);
  const requested = query('GetIssuerActiveCertificateDefinitions', { CustomerIssuerId: issuer });
  const result = useQuery({ ...requested, enabled: open });
  return (
    <details
      className="mt-6 border-t border-line pt-2 print:hidden"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="text-sm font-medium">Certificate definitions in use</summary>
      {open && (
        <QueryResult
          result={result}
          queryKey={requested.queryKey}
          waiting="Loading certificate definitions…"
          lines={4}
        >
          {(response) => <Table {...definitionTable(response)} />}
        </QueryResult>
      )}
    </details>
  );
}

function Table({ head, rows }: ReturnType<typeof definitionTable>) {
  if (rows.length === 0) return <p className="py-2 text-muted">No certificate definitions.</p>;
  return (
    <ScrollRegion label="Certificate definitions" className="mt-2">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Certificate definitions in use</caption>
        <thead>
          <tr className="border-b border-rule text-left">
            {head.map((name) => (
              <th key={name} scope="col" className="py-1 pr-4 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('\n')} className="border-b border-line">
              {row.map((cell, index) => (
                <td key={head[index]} className="py-1 pr-4 whitespace-nowrap">
                  {cell || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
