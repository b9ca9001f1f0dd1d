'use client';

import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { Verdict } from '#lib/proof/verdict';
import type { Route } from '#lib/routes';
import { useAgentOperations } from '../data/agent-operations.tsx';
import { readVerdict } from '../data/queries/read-verdict.ts';
import { QueryResult } from '../data/query-result.tsx';
import { useClock } from '../ui/clock.tsx';
import { Link } from '../ui/link.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

type Props = { issuer: number; day: string; href: Route | null };

/** The verdict on an issuer's books on a day, with its sentence, where a page is not about proof itself. */
export function VerdictLine({ issuer, day, href }: Props) {
  const { call } = useApi();
  const clock = useClock();
  const isOffered = useAgentOperations().has('GetProof');
  const queryKey = ['verdict', issuer, day, isOffered];
  const result = useQuery<Verdict, ApiError>({
    queryKey,
    queryFn: ({ signal }) =>
      readVerdict((id, input) => call(id, input, { signal }), { issuer, day, clock, isOffered, signal }),
  });
  return (
    <QueryResult result={result} queryKey={queryKey} waiting="Comparing the books…" lines={1}>
      {(verdict) => (
        <p className="flex max-w-4xl flex-wrap items-baseline gap-x-3 gap-y-1">
          {/* The sentence begins with the same words. */}
          <span aria-hidden>
            <VerdictBadge verdict={verdict} />
          </span>
          <span className="text-sm">{verdict.sentence}</span>
          {href && (
            <Link href={href} className="text-sm">
              Comparisons
            </Link>
          )}
        </p>
      )}
    </QueryResult>
  );
}
