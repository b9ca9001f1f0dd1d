// Lists the user's latest writes, those with unknown outcome first.

'use client';

import { useQuery } from '@tanstack/react-query';
import { type Write, writesQuery } from '#lib/api/writes';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { Badge } from '../ui/badge.tsx';
import { useClock } from '../ui/clock.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/text.tsx';

const shownMax = 6;

const about = ({ operation, summary }: Write) =>
  operation === 'CreateNewIssuance'
    ? `${formatShares(summary.shares ?? '0')} shares to ${summary.name}`
    : `Holder ${summary.name}`;

const linkTo = ({ operation, issuer, key }: Write, here: number) =>
  operation === 'CreateNewIssuance'
    ? routes.issue(issuer ?? here, { entry: key })
    : routes.newHolder(here, { entry: key });

/** The user's own latest writes; those with unknown outcome first. Opening one resolves its outcome. */
export function OpenWrites({ issuer }: { issuer: number }) {
  const clock = useClock();
  const { data } = useQuery(writesQuery());
  const shown = (data ?? []).filter((write) => write.state !== 'refused').slice(0, shownMax);
  if (shown.length === 0) return null;
  return (
    <Section title="Your latest entries" className="print:hidden">
      <ul className="divide-y divide-line border-b border-line">
        {shown.map((write) => (
          <li key={write.id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <Link href={linkTo(write, issuer)}>{about(write)}</Link>
            <span className="text-sm text-muted">{clock.instant(write.createdAt)}</span>
            {write.endedAt === null && <Badge tone="warning">Status unknown</Badge>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
