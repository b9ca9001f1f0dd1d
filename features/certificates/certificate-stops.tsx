'use client';

import { type ReactNode, useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RowsError } from '#components/data/rows-progress';
import { ErrorPanel } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { useAllRows } from '#lib/api/rows/all-rows';
import { StopHistory } from './stop-history.tsx';
import { placedBy, type Stop, stopOf, stopsInput } from './stops.ts';

type Props = {
  issuer: number;
  certificate: number;
  asof: string | null;
  today: string;
  children: (stops: readonly Stop[] | null, history: ReactNode) => ReactNode;
};

/** Loads the stops of one certificate; they are null until all are there. */
export function CertificateStops({ issuer, certificate, asof, today, children }: Props) {
  const read = useAllRows('GetStops', stopsInput(issuer, certificate));
  const { pages, complete, error } = read;
  const stops = useMemo(() => {
    if (!complete) return null;
    const all = pages.flatMap((page) => page.stops).map(stopOf);
    return placedBy(all, asof ?? today);
  }, [pages, complete, asof, today]);
  const history = stops ? (
    <>
      <RowsError read={read} />
      <StopHistory {...{ issuer, stops, asof, today }} />
    </>
  ) : (
    <Section title="Stops">
      {error ? (
        <ErrorPanel error={error} onRetry={() => void read.again()} />
      ) : (
        <LoadingPlaceholder text="Loading stops…" lines={3} />
      )}
    </Section>
  );
  return children(stops, history);
}
