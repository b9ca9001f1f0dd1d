'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { CheckList } from '#components/register/check-list';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { formatTime } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import type { Tone } from '#lib/format/tone';
import type { CheckResult } from '#lib/register/checks';
import { routes } from '#lib/routes';
import { CertificateProof } from './certificate-proof.tsx';
import { allChecks } from './proofs.ts';
import { type ProofPart, resultOf, worstFirst } from './proven.ts';

type Props = {
  parts: readonly ProofPart[];
  settled: boolean;
  today: string;
  onAgain: (issuer: number) => void;
};

const variants: Record<CheckResult, { label: string; tone: Tone }> = {
  holds: { label: 'Match', tone: 'positive' },
  differs: { label: 'Differ', tone: 'danger' },
  'cannot be checked': { label: 'Not provable', tone: 'warning' },
};

/** Opens every section for printing: a closed one would not be printed. */
function useOpenInPrint(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...(ref.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? [])];
      for (const one of opened) one.open = true;
    };
    const close = () => {
      for (const one of opened) one.open = false;
    };
    window.addEventListener('beforeprint', open);
    window.addEventListener('afterprint', close);
    return () => {
      window.removeEventListener('beforeprint', open);
      window.removeEventListener('afterprint', close);
    };
  }, [ref]);
}

/**
 * One line per issuer that opens to every comparison with both sides. The order is final when all are loaded.
 */
export function IssuerProofs({ parts, settled, today, onAgain }: Props) {
  const ref = useRef<HTMLUListElement>(null);
  useOpenInPrint(ref);
  return (
    <ul ref={ref}>
      {(settled ? worstFirst(parts) : parts).map((part) => (
        <IssuerLine key={part.issuer.customerIssuerId} part={part} today={today} onAgain={onAgain} />
      ))}
    </ul>
  );
}

function IssuerLine({ part, today, onAgain }: { part: ProofPart } & Pick<Props, 'today' | 'onAgain'>) {
  const { issuer, data, state, error, readAt } = part;
  const { customerIssuerId: id, name } = issuer;
  const title = (
    <span className="min-w-0 flex-1">
      <span className="font-medium">{name}</span> <span className="text-sm text-muted">{id}</span>
    </span>
  );
  const result = resultOf(part);
  if (!data || !result)
    return (
      <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 pl-6">
        {title}
        <span className={state === 'failed' ? 'text-sm text-danger' : 'text-sm text-muted'}>
          {state === 'failed'
            ? error?.message
            : state === 'reading'
              ? 'Loading'
              : state === 'stopped'
                ? 'Not loaded'
                : 'Queued'}
        </span>
      </li>
    );
  const checks = allChecks(data);
  const count = (query: CheckResult) => checks.filter((one) => one.result === query).length;
  const { label, tone } = variants[result];
  const others = (['differs', 'cannot be checked'] as const)
    .map((one) => [one, count(one)] as const)
    .filter(([, many]) => many > 0)
    .map(
      ([one, many]) => `${many} ${one === 'differs' ? (many === 1 ? 'differs' : 'differ') : 'missing data'}`,
    );
  return (
    <li className="border-b border-line">
      <details open={result === 'differs'} className="group">
        <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 py-2 marker:text-muted">
          <span className="text-muted group-open:rotate-90" aria-hidden="true">
            ›
          </span>
          {title}
          <span className="text-sm text-muted">
            {[`${count('holds')} of ${checks.length} match`, ...others].join(', ')}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </summary>
        <div className="pb-4 pl-6 max-sm:pl-2">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <span>
              Updated {formatTime(readAt)}
              {error && `. The last refresh failed: ${error.message}`}
            </span>
            <Link href={routes.issuer(id)}>Overview</Link>
            <Link href={routes.opsControlBook({ issuer: id })}>Control book</Link>
            <Button
              size="sm"
              pending={state === 'reading'}
              onClick={() => onAgain(id)}
              className="print:hidden"
            >
              Refresh
            </Button>
          </p>
          {data.map((group) => (
            <div key={group.id} className="mt-3">
              <CheckList checks={group.checks} title={group.title} />
              <p className="mt-1 text-xs text-muted">Source: {group.inputs}.</p>
            </div>
          ))}
          <CertificateProof issuer={id} today={today} />
        </div>
      </details>
    </li>
  );
}
