import { Suspense } from 'react';
import type { Person } from '#lib/access/roles';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LinkButton } from '@/components/ui/button';
import { PageHeader, Section } from '@/components/ui/text';
import type { IssuerSummary } from '../../../access.ts';
import { AsOfMark } from '../../../as-of-mark.tsx';
import { PrintedAs } from '../../../printed-as.tsx';
import { Waiting } from '../../../waiting.tsx';
import { Capitalization } from './capitalization.tsx';
import { DownloadRegister } from './download-register.tsx';
import { LargestHolders } from './largest-holders.tsx';

type Props = { person: Person; issuer: IssuerSummary; asof: string | null; today: string };

export function OverviewScreen({ person, issuer, asof, today }: Props) {
  const id = issuer.customerIssuerId;
  const words = asof ? formatLongDate(asof) : 'today';
  return (
    <>
      <PrintedAs
        issuer={`${issuer.name} (${id})`}
        asOf={`As of ${formatLongDate(asof ?? today)}`}
        today={today}
      />
      <PageHeader
        kicker={[`Issuer ${id}`, issuer.status].filter(Boolean).join(' · ')}
        title={issuer.name}
        actions={
          <>
            <DownloadRegister issuer={id} day={asof ?? today} words={words} />
            <LinkButton href={routes.newReport('shareholder-list', { issuer: id, asof })}>
              Choose what goes in
            </LinkButton>
          </>
        }
      />
      <Capitalization issuer={id} asof={asof} today={today} />
      <Section title="Largest holders" aside={<AsOfMark date={asof} today={today} />}>
        <Suspense
          key={asof ?? 'today'}
          fallback={<Waiting sentence="The registry is listing the holders." />}
        >
          <LargestHolders person={person} issuer={id} asof={asof} today={today} />
        </Suspense>
      </Section>
    </>
  );
}
