import type { ReactNode } from 'react';
import { Awaited } from '#components/data/slow-page-content';
import type { IssuerSummary } from '#components/page/page-guards';
import { AsOfLabel, CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { VerdictLine } from '#components/register/verdict-line';
import { LinkButton } from '#components/ui/button';
import { PageHeader, Section } from '#components/ui/text';
import { rightsOf, type User } from '#lib/access/roles';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LazyActivity } from './activity-sections.tsx';
import { Capitalization } from './capitalization.tsx';
import { LargestHolders } from './largest-holders.tsx';
import { ShareholderListButton } from './shareholder-list-button.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';

type Props = {
  user: User;
  issuer: IssuerSummary;
  asof: string | null;
  today: string;
  alerts: ReactNode;
  events: ReactNode;
};

export function OverviewView({ user, issuer, asof, today, alerts, events }: Props) {
  const id = issuer.customerIssuerId;
  const text = asof ? formatDate(asof) : 'today';
  return (
    <>
      <PrintedAs
        issuer={`${issuer.name} (${id})`}
        asOf={`As of ${formatDate(asof ?? today)}`}
        today={today}
      />
      <PageHeader
        kicker={[`Issuer ${id}`, asof && issuer.status ? `Status today: ${issuer.status}` : issuer.status]
          .filter(Boolean)
          .join(' · ')}
        title={issuer.name}
        actions={
          <>
            <ShareholderListButton issuer={id} day={asof ?? today} words={text} />
            <LinkButton href={routes.newReport('shareholder-list', { issuer: id, asof })}>
              Customize register
            </LinkButton>
          </>
        }
      />
      {asof === null && (
        <div className="mb-6">
          <Section title="What changed">
            {/* As tall as the sentence it will hold, so that nothing below moves. */}
            <div className="min-h-9 max-sm:min-h-25 print:min-h-0">
              <Awaited text="Loading recent changes…" lines={1}>
                <SinceLastVisit user={user} issuer={id} />
              </Awaited>
            </div>
          </Section>
        </div>
      )}
      <div className="mb-8 grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <div>
          <Section title="Alerts" aside={<CurrentOnlyLabel past={asof !== null} today={today} />}>
            <Awaited text="Loading alerts…" lines={4}>
              {alerts}
            </Awaited>
          </Section>
        </div>
        <div>
          <Section title="Upcoming" aside={<CurrentOnlyLabel past={asof !== null} today={today} />}>
            <Awaited text="Loading meetings and dividends…" lines={4}>
              {events}
            </Awaited>
          </Section>
        </div>
      </div>
      <Section title="Proof" aside={<AsOfLabel date={asof} today={today} />}>
        <VerdictLine
          issuer={id}
          day={asof ?? today}
          href={rightsOf(user).class === 'ta' ? routes.proof({ issuer: id, asof }) : null}
        />
      </Section>
      <Capitalization issuer={id} asof={asof} today={today} />
      <Section title="Largest holders" aside={<AsOfLabel date={asof} today={today} />}>
        <Awaited key={asof ?? 'today'} text="Loading holders…">
          <LargestHolders user={user} issuer={id} asof={asof} today={today} />
        </Awaited>
      </Section>
      <Section title="Recent activity" aside={<AsOfLabel date={asof} today={today} />}>
        <LazyActivity issuer={id} asof={asof} today={today} />
      </Section>
    </>
  );
}
