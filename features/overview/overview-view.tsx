import { Awaited } from '#components/data/slow-page-content';
import type { IssuerSummary } from '#components/page/access';
import { AsOfLabel, CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { LinkButton } from '#components/ui/button';
import { PageHeader, Section } from '#components/ui/text';
import type { Person } from '#lib/access/roles';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LazyActivity } from './activity-sections.tsx';
import { Attention } from './attention.tsx';
import { Capitalization } from './capitalization.tsx';
import { DownloadRegister } from './download-register.tsx';
import { EventsAhead } from './events-ahead.tsx';
import { LargestHolders } from './largest-holders.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';

type Props = { person: Person; issuer: IssuerSummary; asof: string | null; today: string };

export function OverviewView({ person, issuer, asof, today }: Props) {
  const id = issuer.customerIssuerId;
  const words = asof ? formatDate(asof) : 'today';
  return (
    <>
      <PrintedAs
        issuer={`${issuer.name} (${id})`}
        asOf={`As of ${formatDate(asof ?? today)}`}
        today={today}
      />
      <PageHeader
        kicker={[`Issuer ${id}`, issuer.status].filter(Boolean).join(' · ')}
        title={issuer.name}
        actions={
          <>
            <DownloadRegister issuer={id} day={asof ?? today} words={words} />
            <LinkButton href={routes.newReport('shareholder-list', { issuer: id, asof })}>
              Customize register
            </LinkButton>
          </>
        }
      />
      {asof === null && (
        <div className="mb-6">
          <Section title="Since your last visit">
            <Awaited sentence="Loading your last visit…" lines={1}>
              <SinceLastVisit person={person} issuer={id} />
            </Awaited>
          </Section>
        </div>
      )}
      <div className="mb-8 grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <div>
          <Section title="Alerts" aside={<CurrentOnlyLabel past={asof !== null} today={today} />}>
            <Awaited sentence="Loading alerts…" lines={4}>
              <Attention person={person} issuer={id} today={today} />
            </Awaited>
          </Section>
        </div>
        <div>
          <Section title="Upcoming" aside={<CurrentOnlyLabel past={asof !== null} today={today} />}>
            <Awaited sentence="Loading meetings and dividends…" lines={4}>
              <EventsAhead person={person} issuer={id} asof={asof} today={today} />
            </Awaited>
          </Section>
        </div>
      </div>
      <Capitalization issuer={id} asof={asof} today={today} />
      <Section title="Largest holders" aside={<AsOfLabel date={asof} today={today} />}>
        <Awaited key={asof ?? 'today'} sentence="Loading holders…">
          <LargestHolders person={person} issuer={id} asof={asof} today={today} />
        </Awaited>
      </Section>
      <Section title="Recent activity" aside={<AsOfLabel date={asof} today={today} />}>
        <LazyActivity issuer={id} asof={asof} today={today} />
      </Section>
    </>
  );
}
