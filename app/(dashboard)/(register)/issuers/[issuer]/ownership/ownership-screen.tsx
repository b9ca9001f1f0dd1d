'use client';

import { useQuery } from '@tanstack/react-query';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LinkButton } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/text';
import { Loaded } from '../../../../loaded.tsx';
import { PrintedAs } from '../../../../printed-as.tsx';
import { balanceQuery, ownershipQuery } from '../../../../queries.ts';
import { ClassPanel } from './lazy-panel.tsx';

type Props = { issuer: number; name: string; asof: string | null; today: string };

/** Who holds how much of a class on a day: the picture, the figures, and that they add up. */
export function OwnershipScreen({ issuer, name, asof, today }: Props) {
  const day = asof ?? today;
  const wanted = ownershipQuery(issuer, day);
  const result = useQuery(wanted);
  const balances = useQuery(balanceQuery(issuer, day));
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`As of ${formatLongDate(day)}`} today={today} />
      <PageHeader
        kicker={name}
        title="Ownership"
        actions={
          <LinkButton icon="file" href={routes.newReport('shareholder-list', { issuer, asof })}>
            Shareholder list as a file
          </LinkButton>
        }
      />
      <Loaded
        result={result}
        queryKey={wanted.queryKey}
        waiting={`The registry is adding up the holdings of ${formatLongDate(day)}.`}
        lines={12}
      >
        {(ownership) => (
          <ClassPanel
            issuer={issuer}
            ownership={ownership}
            balances={balances.data ?? null}
            asof={asof}
            today={today}
          />
        )}
      </Loaded>
    </>
  );
}
