import type { ReactNode } from 'react';
import type { DiffRow } from '#components/holder-record/holder-diff';
import { Badge } from '#components/ui/badge';
import { cn } from '#components/ui/cn';
import { Section } from '#components/ui/text';

type Props = {
  rows: readonly DiffRow[];
  isNew: boolean;
  /** A typed name that replaces the lines on file by one line. */
  lines: string;
  children: ReactNode;
};

/** Review, beside what is on file; changes first. */
export function HolderReview({ rows, isNew, lines, children }: Props) {
  const changed = rows.filter((row) => row.changed);
  const same = rows.filter((row) => !row.changed);
  return (
    <>
      <Section title={isNew ? 'New account' : 'Changes'}>
        <DiffTable rows={changed} isNew={isNew} />
      </Section>
      {lines && (
        <p className="mt-3 text-sm text-muted">
          The name “{lines}” replaces all name lines on file. Labels and statements will show it on one line.
          Go back if it belongs on several.
        </p>
      )}
      {!isNew && same.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer text-sm">What stays as it is ({same.length})</summary>
          <DiffTable rows={same} isNew />
        </details>
      )}
      {children}
    </>
  );
}

function DiffTable({ rows, isNew }: { rows: readonly DiffRow[]; isNew: boolean }) {
  return (
    <table className="w-full max-w-3xl border-collapse text-left">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-1 pr-4 font-normal">
            Field
          </th>
          {!isNew && (
            <th scope="col" className="py-1 pr-4 font-normal">
              On file
            </th>
          )}
          <th scope="col" className="py-1 font-normal">
            {isNew ? 'Value' : 'New'}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-b border-line align-top">
            <th scope="row" className="w-48 py-1.5 pr-4 font-normal text-muted max-sm:w-28">
              {row.label}
            </th>
            {!isNew && (
              <td className={cn('py-1.5 pr-4 break-words', row.after && 'line-through decoration-1')}>
                {row.before || '–'}
              </td>
            )}
            <td className="py-1.5 font-medium break-words">
              {row.after || (isNew ? '–' : <Badge tone="warning">Removed</Badge>)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
