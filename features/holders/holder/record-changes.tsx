'use client';

import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RowsError } from '#components/data/rows-progress';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { Button } from '#components/ui/button';
import { formatInstant } from '#components/ui/instant';
import { ErrorPanel } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { useAllRows } from '#lib/api/rows/all-rows';
import { formatShares } from '#lib/format/shares';
import { type ChangeLine, changesInput, type RecordChange, recordChanges } from '../record-changes.ts';

type Props = {
  issuer: number;
  account: string;
  /** Whether the role sees changes of contact data. */
  contact: boolean;
  zone: string;
  /** The page shows a past day; the list has every change up to now. */
  past: boolean;
  today: string;
};

/** A longer history is loaded on request. */
const shownMax = 100;

/** Every change of the record, newest first: when, by whom, and the fields before and after. */
export function RecordChanges({ issuer, account, contact, zone, past, today }: Props) {
  const read = useAllRows('GetHolderChanges', changesInput(issuer, account), true, shownMax);
  const { pages, total, tooLong, received } = read;
  const changes = useMemo(() => recordChanges(pages.flatMap((page) => page.changes)), [pages]);
  return (
    <Section
      title="Changes of this record"
      aside={
        past ? <CurrentOnlyLabel past today={today} /> : total !== null && `${formatShares(total)} in total`
      }
    >
      {pages.length === 0 ? (
        read.error ? (
          <ErrorPanel error={read.error} onRetry={() => void read.again()} />
        ) : (
          <LoadingPlaceholder text="Loading changes…" lines={4} />
        )
      ) : (
        <>
          <RowsError read={read} />
          {changes.length === 0 && <p className="py-1 text-muted">No changes are recorded.</p>}
          <ol aria-label="Changes of this record" className="text-sm">
            {changes.map((change) => (
              <Change key={change.id} {...{ change, contact, zone }} />
            ))}
          </ol>
          {tooLong && (
            <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              The newest {formatShares(received)} of {formatShares(total ?? 0)} changes.
              <Button size="sm" onClick={read.goOn}>
                Load the rest
              </Button>
            </p>
          )}
        </>
      )}
    </Section>
  );
}

type ChangeProps = { change: RecordChange; contact: boolean; zone: string };

function Change({ change, contact, zone }: ChangeProps) {
  const { at, by, isFirst, lines } = change;
  return (
    <li className="border-b border-line py-2">
      <p>
        <span className="font-medium">{at ? formatInstant(at, zone) : 'Time not reported'}</span>
        <span className="text-muted">
          {' '}
          · {isFirst ? 'Registered' : 'Changed'}
          {by && ` by ${by}`}
        </span>
      </p>
      {isFirst && lines.length > 0 ? (
        <details className="mt-1">
          <summary className="cursor-pointer text-muted">First values</summary>
          <Lines lines={lines} first />
        </details>
      ) : (
        <Lines lines={lines} />
      )}
      {!contact && lines.length === 0 && (
        <p className="mt-1 text-muted">Addresses, email or phone. Your role does not include their values.</p>
      )}
    </li>
  );
}

function Lines({ lines, first = false }: { lines: readonly ChangeLine[]; first?: boolean }) {
  return (
    <dl className="mt-1 grid grid-cols-[14rem_minmax(0,1fr)] gap-x-4 gap-y-0.5 max-sm:grid-cols-1 max-sm:gap-y-0">
      {lines.map(({ label, before, after }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words max-sm:mb-1">
            {!first && (
              <>
                <span className="sr-only">from </span>
                {before}
                <span aria-hidden="true" className="text-muted">
                  {' '}
                  →{' '}
                </span>
                <span className="sr-only"> to </span>
              </>
            )}
            {after}
          </dd>
        </div>
      ))}
    </dl>
  );
}
