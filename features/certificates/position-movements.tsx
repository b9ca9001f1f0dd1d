'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { MaybeLink } from '#components/register/maybe-link';
import { Button } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

type Movement = ResponseFor<'GetPositionMovements'>['movements'][number];
type Props = { issuer: number; certificate: number; dollars: boolean; asof: string | null };

/** More than these are read in pages of the transactions; the total says so. */
const rowsMax = 1000;
const firstShown = 50;

/** Every movement of a nominee's position, newest first. Nothing for a certificate that is no position. */
export function PositionMovements({ issuer, certificate, dollars, asof }: Props) {
  const isOffered = useAgentOperations().has('GetPositionMovements');
  const [isWhole, setWhole] = useState(false);
  const requested = query('GetPositionMovements', {
    customerIssuerId: issuer,
    controlCertificateId: certificate,
    start: 0,
    numberOfRows: rowsMax,
  });
  const result = useQuery({ ...requested, enabled: isOffered });
  if (!isOffered || (result.data && result.data.movements.length === 0)) return null;
  return (
    <Section title="Movements" className="mt-8">
      <QueryResult result={result} queryKey={requested.queryKey} waiting="Loading movements…" lines={4}>
        {({ movements, totalRecords }) => {
          const shown = isWhole ? movements : movements.slice(0, firstShown);
          return (
            <>
              <PlainTable
                filled
                label="Movements of the position"
                tableClasses="min-w-[36rem]"
                columns={movementColumns({ issuer, dollars, asof })}
                rows={shown}
                rowId={(one) => `${one.movement}`}
              />
              <p className="mt-1 text-sm text-muted">
                {shown.length === Number(totalRecords)
                  ? 'Newest first. All movements are shown.'
                  : `Newest first: ${formatShares(shown.length)} of ${formatShares(totalRecords)} movements.`}
              </p>
              {shown.length < movements.length && (
                <Button size="sm" className="mt-1 print:hidden" onClick={() => setWhole(true)}>
                  Show {formatShares(movements.length)} movements
                </Button>
              )}
            </>
          );
        }}
      </QueryResult>
    </Section>
  );
}

const movementColumns = ({
  issuer,
  dollars,
  asof,
}: Pick<Props, 'issuer' | 'dollars' | 'asof'>): readonly PlainColumn<Movement>[] => [
  { head: 'Effective', cell: (one) => formatDate(one.effectiveDate) },
  {
    head: 'Transaction',
    cell: (one) => (
      <MaybeLink href={routes.transaction(issuer, one.controlTransactionId, { asof })}>
        {`${one.transactionId}`}
      </MaybeLink>
    ),
  },
  { head: 'Type', cell: (one) => one.transactionSubType || '–' },
  { head: 'Moved', cell: (one) => signedQuantity(exact(one.movedShares), dollars) },
  { head: 'Balance', cell: (one) => quantity(exact(one.balance), dollars) },
];
