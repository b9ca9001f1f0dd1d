'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/text-input';
import { formatTime } from '#components/ui/instant';
import { ErrorPanel } from '#components/ui/states';
import { proofQuery } from './audit-query.ts';

/**
 * Verifies the audit trail on the server: every hash is recomputed when the page opens and on request. The time
 * is shown in the zone of the entries.
 */
export function ProofPanel({ zone }: { zone: string }) {
  const [saved, setSaved] = useState('');
  const [compared, setCompared] = useState('');
  const { data, error, isFetching, refetch } = useQuery(proofQuery(compared));
  const again = () => {
    if (saved.trim() === compared) void refetch();
    else setCompared(saved.trim());
  };
  const tone = data && !data.whole ? 'border-danger/40 bg-danger-soft' : 'border-line bg-raised';
  return (
    <section aria-label="Audit trail verification" className={`mb-4 rounded-md border px-3 py-2 ${tone}`}>
      {error && !isFetching ? (
        <ErrorPanel error={error} onRetry={again} />
      ) : (
        <p role="status" className={data && !data.whole ? 'font-medium text-danger' : undefined}>
          {!data || isFetching
            ? 'Verifying all entries…'
            : `${data.words} Verified at ${formatTime(Date.parse(data.at), zone)}.`}
        </p>
      )}
      {isFetching && (
        // Keeps the line of the summary that follows, so that nothing below moves.
        <p className="mt-1 text-sm print:hidden" aria-hidden="true">
          {'\u00a0'}
        </p>
      )}
      {data && !isFetching && (
        <details className="mt-1 text-sm print:hidden">
          <summary className="cursor-pointer text-muted">
            Checkpoint and comparison with a saved checkpoint
          </summary>
          <p className="mt-2 max-w-prose text-muted">
            Save the checkpoint outside this system. It proves later that no entry up to this one was changed
            or deleted, even with write access to the database.
          </p>
          <p className="my-2 font-mono break-all">{data.seal}</p>
          <div className="flex flex-wrap items-end gap-3">
            <Field label="Saved checkpoint" className="w-full max-w-xl">
              <TextInput
                className="font-mono"
                value={saved}
                onChange={(event) => setSaved(event.target.value)}
              />
            </Field>
            <Button onClick={again}>Verify again</Button>
          </div>
        </details>
      )}
    </section>
  );
}
