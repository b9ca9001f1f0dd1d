'use client';

import { useCallback } from 'react';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { type SendRequest, useEachIssuer } from '#components/data/queries/use-each-issuer';
import { Waiting } from '#components/data/waiting';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { PageHeader, Section, Stat, StatRow } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { provenCounts } from './proven.ts';
import { readProofs } from './read-proofs.ts';

const IssuerProofs = lazyComponent(
  () => import('./issuer-proofs.tsx').then((part) => part.IssuerProofs),
  <Waiting text="Loading comparisons…" lines={12} />,
);
const AgedDifferences = lazyComponent(
  () => import('./aged-differences.tsx').then((part) => part.AgedDifferences),
  <Waiting text="Loading certificates…" lines={3} />,
);

/** Reconciliation across issuers, those with differences first. */
export function ReconcileView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const read = useEachIssuer(
    issuers,
    `proofs ${today}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) => readProofs(request, customerIssuerId, today),
      [today],
    ),
    2,
  );
  const counts = provenCounts(read.parts);
  return (
    <>
      <PrintedAs issuer="All issuers" asOf={`As of ${formatDate(today)}`} today={today} />
      <PageHeader
        kicker={`All issuers · As of today, ${formatDate(today)}`}
        title="Proof"
        description="Figures from different sources, compared to the exact share. A missing figure never counts as a match."
        actions={
          <Button icon="print" onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      <IssuerLoadStatus read={read} what="Comparisons" />
      <StatRow>
        <Stat
          label="Issuers that match"
          value={`${counts.agreeing}`}
          note="All comparisons match. Record differences are only in the control book"
        />
        <Stat
          label="Issuers that differ"
          value={`${counts.differing}`}
          tone={counts.differing > 0 ? 'danger' : 'ink'}
          note="At least one comparison differs"
        />
        <Stat
          label="Not provable"
          value={`${counts.unknown}`}
          note="No comparison differs, but some data is missing"
        />
        <Stat label="Comparisons" value={`${counts.checks}`} note={`${counts.holding} match`} />
      </StatRow>
      <Section title="Issuers" aside="Differences first" className="mt-6">
        <IssuerProofs parts={read.parts} settled={read.settled} today={today} onAgain={read.again} />
      </Section>
      <Section title="Not covered by these checks">
        <AgedDifferences />
      </Section>
    </>
  );
}
