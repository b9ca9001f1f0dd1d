'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QueryResult } from '#components/data/query-result';
import type { Listed } from '#components/register/issuer-choice';
import { putParam } from '#components/ui/browser/address-params';
import { Button } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { formatDate } from '#lib/format/dates';
import { formatLocalTime, zoneTitle } from '#lib/format/local-time';
import { nameText } from '#lib/format/name-text';
import { formatShares } from '#lib/format/shares';
import { type Entry, entryQuery } from './audit-query.ts';
import { changesIn } from './value-text.ts';

type Props = { seq: string; known: Entry | undefined; issuers: readonly Listed[]; zone: string };

/** One entry in full. Its number is in the address, so that a link can point to it. */
export function EntryPanel({ seq, known, issuers, zone }: Props) {
  const query = entryQuery(seq);
  const result = useQuery({ ...query, ...(known ? { initialData: known, enabled: false } : {}) });
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus whenever another entry is opened
  useEffect(() => heading.current?.focus(), [seq]);
  return (
    <section
      aria-label={`Entry ${seq}`}
      className="mb-4 rounded-md border border-rule bg-raised p-4 print:border-0"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-title text-lg outline-none">
          Entry {formatShares(BigInt(/^\d{1,18}$/.test(seq) ? seq : 0))}
        </h2>
        <Button size="sm" className="print:hidden" onClick={() => putParam('entry', null)}>
          Close
        </Button>
      </div>
      <QueryResult result={result} queryKey={query.queryKey} waiting="Loading entry…" lines={6}>
        {(entry) => <Facts entry={entry} issuers={issuers} zone={zone} />}
      </QueryResult>
    </section>
  );
}

const terms: Readonly<Record<string, string>> = { sha256: 'File digest (SHA-256)', code: 'Reason refused' };
const termOf = (name: string) => terms[name] ?? nameText(name);

const mono = (text: string) => <span className="font-mono text-sm break-all">{text}</span>;

function Facts({ entry, issuers, zone }: { entry: Entry; issuers: readonly Listed[]; zone: string }) {
  const name = issuers.find(({ customerIssuerId }) => customerIssuerId === entry.issuer)?.name;
  const changes = changesIn(entry);
  const items = [
    ['Action', entry.words],
    ['Recorded', `${formatLocalTime(entry.recorded)} (${zoneTitle(zone)})`],
    ['User', entry.person ? `${entry.person} (${entry.email})` : 'Not signed in'],
    ['IP address', entry.address],
    ['Issuer', entry.issuer === null ? null : name ? `${name} (${entry.issuer})` : `${entry.issuer}`],
    ['Object', entry.about ? `${entry.about} (${entry.object})` : entry.object],
    ['Effective', entry.effectiveDate && formatDate(entry.effectiveDate)],
    ...Object.entries(entry.detail).map(([term, value]) => [
      termOf(term),
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
    ['Request ID', mono(entry.requestId)],
    ['Hash', mono(entry.hash)],
  ] as const;
  return (
    <>
      <DefinitionList items={items.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []))} />
      {changes.length > 0 && (
        <table className="mt-4 w-full border-collapse text-sm">
          <caption className="pb-1 text-left font-medium">Before and after</caption>
          <thead>
            <tr className="border-b border-rule text-left">
              {['Field', 'Before', 'After'].map((head) => (
                <th key={head} scope="col" className="py-1 pr-3 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name: field, before, after }) => (
              <tr key={field} className="border-b border-line align-top">
                <th scope="row" className="py-1 pr-3 text-left font-normal break-all text-muted">
                  {field}
                </th>
                <td className="py-1 pr-3 break-words">{before || '–'}</td>
                <td className="py-1 break-words">{after || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
