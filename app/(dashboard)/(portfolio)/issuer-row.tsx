'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { query } from '#lib/api/query';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CapacityBar, headRoomText } from '../capacity.tsx';
import { type Balance, capacityOf } from '../capacity-of.ts';
import { clock } from '../loaded.tsx';
import { quantity } from '../quantity.ts';
import type { Listed } from './order.ts';

const tones: Record<string, Tone> = { Active: 'positive', Pending: 'warning' };

/** True from the first time the element is near the window. */
function useSeen(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!ref.current || seen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, seen]);
  return seen;
}

const cell = 'px-3 py-1 align-top max-sm:px-1.5';

/** One issuer with a line per class. */
export function IssuerRow({ issuer, today }: { issuer: Listed; today: string }) {
  const ref = useRef<HTMLTableSectionElement>(null);
  const { customerIssuerId: id, name, status } = issuer;
  const seen = useSeen(ref);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...query('GetIssuerBalance', { CustomerIssuerId: id, CutoffDate: today }),
    enabled: seen,
  });
  const lines = Math.max(data?.length ?? 1, 1);
  return (
    <tbody ref={ref} className="border-b border-line hover:bg-sunken/60">
      {Array.from({ length: lines }, (_, index) => {
        const balance = data?.[index];
        return (
          <tr key={balance?.securityID ?? 'first'}>
            {index === 0 && (
              <>
                <th scope="rowgroup" rowSpan={lines} className={`${cell} py-2 text-left font-normal`}>
                  <Link href={routes.issuer(id)} className="font-medium">
                    {name}
                  </Link>
                  <span className="block text-xs text-muted">{id}</span>
                  {status !== 'Active' && (
                    <span className="mt-1 block sm:hidden">
                      <Badge tone={tones[status]}>{status || 'not stated'}</Badge>
                    </span>
                  )}
                  {data && error && (
                    <span className="mt-1 block text-xs text-danger" role="status">
                      {error.message} Still showing what was read at {clock(dataUpdatedAt)}.
                    </span>
                  )}
                </th>
                <td rowSpan={lines} className={`${cell} py-2 max-sm:hidden`}>
                  <Badge tone={tones[status]}>{status || 'not stated'}</Badge>
                </td>
              </>
            )}
            {balance ? (
              <ClassCells balance={balance} first={index === 0} />
            ) : (
              <td colSpan={5} className={`${cell} py-2 text-muted`}>
                {error || (seen && !isFetching && !data) ? (
                  <span className="flex flex-wrap items-center gap-3">
                    {error ? error.message : 'Not read.'}
                    <Button size="sm" onClick={() => refetch()}>
                      Try again
                    </Button>
                  </span>
                ) : data ? (
                  'No class of securities yet'
                ) : (
                  <span className="skeleton block h-4 rounded" aria-hidden="true" />
                )}
              </td>
            )}
          </tr>
        );
      })}
    </tbody>
  );
}

function ClassCells({ balance, first }: { balance: Balance; first: boolean }) {
  const capacity = capacityOf(balance);
  const look = `${cell} ${first ? 'pt-2' : ''}`;
  return (
    <>
      <td className={look}>{balance.className}</td>
      <td className={`${look} text-right max-sm:hidden`}>{formatShares(balance.totalShareholder)}</td>
      <td className={`${look} text-right`}>{quantity(capacity.outstanding, capacity.dollars)}</td>
      <td className={`${look} max-xl:hidden`}>
        <CapacityBar capacity={capacity} className="mt-1.5 h-2 w-full" />
      </td>
      <td className={`${look} text-right`}>{headRoomText(capacity)}</td>
    </>
  );
}
