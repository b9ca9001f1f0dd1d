'use client';

import { useCallback } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { readVerdict } from '#components/data/queries/read-verdict';
import { type Part, useEachIssuer } from '#components/data/queries/use-each-issuer';
import type { Listed } from '#components/register/issuer-choice';
import { VerdictBadge } from '#components/register/verdict-badge';
import { useClock } from '#components/ui/clock';
import { Stat, StatRow } from '#components/ui/figures';
import { Link } from '#components/ui/link';
import { ErrorPanel, useShownTogether } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { SendRequest } from '#lib/api/send-request';
import { formatDate } from '#lib/format/dates';
import type { Verdict, VerdictKind } from '#lib/proof/verdict';
import { routes } from '#lib/routes';
import { NotCovered } from './not-covered.tsx';
import { SentReports } from './sent-reports/sent-reports.tsx';
import { worstFirst } from './worst-first.ts';

type Props = { issuers: readonly Listed[]; day: string; today: string };

/** The verdict on every issuer's books; those out of proof first once all are loaded. */
export function AllIssuers({ issuers, day, today }: Props) {
  const clock = useClock();
  const operations = useAgentOperations();
  const isOffered = operations.has('GetProof');
  const read = useEachIssuer(
    issuers,
    `verdicts ${day} ${isOffered}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) =>
        readVerdict(request, { issuer: customerIssuerId, day, clock, isOffered }),
      [day, clock, isOffered],
    ),
  );
  const { parts, settled } = read;
  const isShown = useShownTogether(!settled);
  const count = (kind: VerdictKind) =>
    isShown ? `${parts.filter(({ data }) => data?.kind === kind).length}` : '–';
  const out = count('out of proof');
  return (
    <>
      <IssuerLoadStatus read={read} what="Verdicts" />
      {settled && <UnreadBooks parts={parts} onRetry={() => read.again()} />}
      <StatRow>
        <Stat
          primary
          label="Out of proof"
          value={out}
          tone={isShown && out !== '0' ? 'danger' : 'ink'}
          note="A comparison differs, or a record difference is open"
        />
        <Stat label="Not provable" value={count('not provable')} note="A source was not read" />
        <Stat label="In proof" value={count('in proof')} note="Every source read, no difference" />
      </StatRow>
      <Section title="Issuers" aside={`Differences first · ${formatDate(day)}`} className="mt-6">
        {isShown ? (
          <ul>
            {(settled ? worstFirst(parts) : parts).map((part) => (
              <IssuerLine key={part.issuer.customerIssuerId} part={part} asof={day === today ? null : day} />
            ))}
          </ul>
        ) : (
          <LoadingPlaceholder text="Loading verdicts…" lines={12} />
        )}
      </Section>
      {operations.has('GetSentReports') && <SentReports issuer={null} today={today} />}
      <NotCovered />
    </>
  );
}

/** Names what failed where books could not be read: their verdicts are not provable, until reading succeeds. */
function UnreadBooks({ parts, onRetry }: { parts: readonly Part<Verdict>[]; onRetry: () => void }) {
  const errors = parts.flatMap(({ data }) => data?.missing.flatMap(({ error }) => error ?? []) ?? []);
  const [first] = errors;
  if (!first) return null;
  return (
    <ErrorPanel
      title={`The control book was not read for ${errors.length} of ${parts.length} ${parts.length === 1 ? 'issuer' : 'issuers'}`}
      error={first}
      onRetry={onRetry}
    />
  );
}

const waiting = { reading: 'Loading', stopped: 'Not loaded', waiting: 'Queued' } as const;

function IssuerLine({ part, asof }: { part: Part<Verdict>; asof: string | null }) {
  const { issuer, data, state, error } = part;
  const { customerIssuerId: id, name } = issuer;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="w-72 max-sm:w-full">
        <Link href={routes.proof({ issuer: id, asof })} className="font-medium">
          {name}
        </Link>{' '}
        <span className="text-sm text-muted">{id}</span>
      </span>
      {data ? (
        <>
          <span className="w-44">
            <VerdictBadge verdict={data} />
          </span>
          <span className="min-w-64 flex-1 text-sm">{data.sentence}</span>
        </>
      ) : (
        <span className={state === 'failed' ? 'text-sm text-danger' : 'text-sm text-muted'}>
          {state === 'failed' ? error?.message : state === 'read' ? '' : waiting[state]}
        </span>
      )}
    </li>
  );
}
