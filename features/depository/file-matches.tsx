'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { counted, formatShares } from '#lib/format/shares';
import { positionOf } from '#lib/proof/depository/facts';
import { isSettled } from '#lib/proof/depository/match';
import { quantity } from '#lib/register/quantity';
import { ExplainDialog, type Explained } from './explain-dialog.tsx';
import { PositionTable, type ShownPosition } from './position-table.tsx';
import type { Matches } from './types.ts';

/** One file against the nominee's balances of its day, breaks first. */
export function FileMatches({ file, timeZone }: { file: number; timeZone: string }) {
  const mayExplain = useAgentOperations().has('ExplainPositionBreak');
  const client = useQueryClient();
  const [explaining, setExplaining] = useState<Explained | null>(null);
  const requested = query('GetPositionMatches', { positionFileId: file });
  const result = useQuery(requested);
  const close = (changed: boolean) => {
    setExplaining(null);
    // Verdicts rest on the explanation too.
    if (changed) void client.invalidateQueries();
  };
  return (
    <QueryResult result={result} queryKey={requested.queryKey} waiting="Comparing positions…" lines={18}>
      {(matches) => {
        const positions = positionsOf(matches);
        const breaks = positions.filter(({ facts }) => !isSettled(facts.result)).length;
        return (
          <Section title={`Positions of ${formatDate(matches.file.asOf)}`} aside={matches.file.name}>
            <p role="status" className="mb-2 text-sm">
              {summary(positions.length, breaks, matches.unknown.length)}
            </p>
            <PositionTable
              positions={positions}
              asOf={matches.file.asOf}
              timeZone={timeZone}
              onExplain={
                mayExplain
                  ? ({ facts, issuer, issuerName }) =>
                      setExplaining({ file, facts, issuer, issuerName, asOf: matches.file.asOf })
                  : null
              }
            />
            {matches.unknown.length > 0 && <Unknown lines={matches.unknown} />}
            {explaining && <ExplainDialog explained={explaining} onClose={close} />}
          </Section>
        );
      }}
    </QueryResult>
  );
}

const positionsOf = ({ positions }: Matches): ShownPosition[] =>
  positions.map((row) => ({
    facts: positionOf(row),
    issuer: Number(row.customerIssuerId),
    issuerName: row.issuerName,
  }));

function summary(classes: number, breaks: number, unknown: number): string {
  const broken = breaks === 0 ? 'no unexplained break' : counted(breaks, 'break');
  const lines =
    unknown === 0
      ? ''
      : ` ${formatShares(unknown)} ${unknown === 1 ? 'line has' : 'lines have'} a CUSIP that no class has.`;
  return `${counted(classes, 'class', 'classes')} compared: ${broken}.${lines}`;
}

const Unknown = ({ lines }: { lines: Matches['unknown'] }) => (
  <>
    <h3 className="mt-4 mb-1 text-sm font-medium">Lines with an unknown CUSIP</h3>
    <PlainTable
      filled
      label="Lines with an unknown CUSIP"
      columns={[
        { head: 'CUSIP', cell: ({ cusip }) => cusip },
        { head: 'Description', cell: ({ description }) => description || '–' },
        { head: 'Line', cell: ({ line }) => line },
        { head: 'Position', cell: ({ position }) => quantity(exact(position)) },
      ]}
      rows={lines}
      rowId={({ cusip }) => cusip}
    />
  </>
);
