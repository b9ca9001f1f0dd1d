'use client';

import { useQuery } from '@tanstack/react-query';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LinkButton } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/text';
import { Loaded } from '../../../../loaded.tsx';
import { PrintedAs } from '../../../../printed-as.tsx';
import { balanceQuery } from '../../../../queries.ts';
import { dilutedQuery } from '../../../queries.ts';
import { DilutionPanel } from './lazy-panel.tsx';

type Props = { issuer: number; name: string; file: boolean; asof: string | null; today: string };

/** What each holder has of a class now, and would have if everything reserved for it were issued. */
export function DilutionScreen({ issuer, name, file, asof, today }: Props) {
  const day = asof ?? today;
  const wanted = dilutedQuery(issuer, day);
  const result = useQuery(wanted);
  const balances = useQuery(balanceQuery(issuer, day));
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`As of ${formatLongDate(day)}`} today={today} />
      <PageHeader
        kicker={name}
        title="Dilution"
        actions={
          file && (
            <LinkButton icon="file" href={routes.newReport('diluted-percentage', { issuer, asof })}>
              Diluted percentages as a file
            </LinkButton>
          )
        }
      />
      <p className="-mt-2 mb-4 max-w-4xl text-sm text-muted">
        <strong className="font-medium text-ink">Fully diluted</strong> is what is outstanding of a class and
        what is reserved for it: plans, warrants, conversions. Treasury is left out, and stock that converts
        counts through its reserve alone, so nothing counts twice. Each class stands by itself: the registry
        gives no ratio by which classes could be added up to one figure for the company.
      </p>
      <Loaded
        result={result}
        queryKey={wanted.queryKey}
        waiting={`The registry is adding up holdings and reserves of ${formatLongDate(day)}.`}
        lines={12}
      >
        {(diluted) => (
          <DilutionPanel
            issuer={issuer}
            diluted={diluted}
            balances={balances.data ?? null}
            asof={asof}
            today={today}
          />
        )}
      </Loaded>
    </>
  );
}
