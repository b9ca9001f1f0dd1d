'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { TabLinks } from '#components/ui/tabs';
import { PageHeader } from '#components/ui/text';
import { certificatesQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { certificatesOf } from '#lib/register/certificates';
import { routes } from '#lib/routes';
import { type HolderRecord, taxIdText, warningsOf } from '../profile.ts';
import { HoldingFigures } from './holding-figures.tsx';
import { HoldingsTab } from './holdings-tab.tsx';
import { RecordTab } from './record-tab.tsx';
import { type HolderTab, holderTabs } from './tabs.ts';

const waiting = <LoadingPlaceholder text="Loading holder…" lines={8} />;

const CertificatesTab = lazyComponent(
  () => import('./certificates-tab.tsx').then((part) => part.CertificatesTab),
  waiting,
  'when drawn',
);

const PastCertificates = lazyComponent(
  () => import('./past-certificates.tsx').then((part) => part.PastCertificates),
  waiting,
  'when drawn',
);

const MovementsTab = lazyComponent(
  () => import('./movements-tab.tsx').then((part) => part.MovementsTab),
  waiting,
  'when drawn',
);

export type HolderProps = {
  issuer: number;
  issuerName: string;
  account: string;
  record: HolderRecord;
  rights: { contact: boolean; statement: boolean; drs: boolean; edit: boolean; reveal: boolean };
  tab: HolderTab;
  asof: string | null;
  today: string;
  /** The time zone of the registry. */
  zone: string;
  /** A line among the alerts, rendered on the server. */
  otherIssuers: ReactNode;
  /** Holdings of a past day, rendered on the server. */
  past: ReactNode;
};

/** One account: registration, alerts, holdings and their history. */
export function HolderView(props: HolderProps) {
  const { issuer, issuerName, account, record, rights, tab, asof, today, zone, otherIssuers, past } = props;
  const read = useQuery(certificatesQuery(issuer, account));
  const hasPast = useAgentOperations().has('GetCertificatesAsOf');
  // Where the registry moves a nominee's position, its certificates do not say when it changed last.
  const hasPosition = hasPast && record.typeEnum === 'NomineeOrDepository';
  const certificates = read.data === undefined ? null : certificatesOf(read.data);
  const name = record.name || record.sortName || `Account ${account}`;
  const warnings = warningsOf(record, certificates, rights.contact);
  const dates = certificates?.flatMap((one) => [one.issued, one.canceled]).filter(Boolean) ?? [];
  const last = dates.sort().at(-1);
  const facts = known([
    ['Account', account],
    ['Type', record.type || record.typeEnum],
    ['Tax ID', taxIdText(record.primaryTaxIdType, record.primaryTaxId)],
  ]);
  const contact = known([
    ['Address', record.fullPrimaryAddress],
    ['Mailing address', record.fullMailingAddress],
    ['Email', record.primaryAddress?.email],
    [
      'Phone',
      [record.primaryAddress?.phone, record.primaryAddress?.secondaryPhone].filter(Boolean).join(' · '),
    ],
  ]);
  const state = { issuer, asof, customerShareholderId: account };
  return (
    <>
      <PrintedAs
        issuer={`${issuerName} (${issuer})`}
        asOf={asof ? `As of ${formatDate(asof)}` : `Current, ${formatDate(today)}`}
        today={today}
      />
      <PageHeader
        kicker={`${issuerName} · Holder`}
        title={name}
        actions={
          <>
            {rights.edit && asof === null && (
              <LinkButton href={routes.editHolder(issuer, account)}>Edit holder</LinkButton>
            )}
            {rights.statement && (
              <LinkButton
                icon="file"
                className="max-sm:whitespace-normal"
                href={routes.newReport('holdings-statement', state)}
              >
                Create holdings statement as of {asof ? formatDate(asof) : 'today'}
              </LinkButton>
            )}
            {rights.drs && (
              <LinkButton icon="file" href={routes.newReport('drs-statement', state)}>
                {' '}
                Create DRS statement{' '}
              </LinkButton>
            )}
          </>
        }
      />
      {asof && (
        <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
          Account details and alerts are current.
          {rights.edit && ' To edit the holder, return to today.'}
        </SourceNote>
      )}
      <Warnings warnings={warnings} otherIssuers={otherIssuers} />
      {asof === null && (
        <HoldingFigures
          {...{ issuer, account, today, certificates }}
          lastChange={last && !hasPosition ? formatDate(last) : ''}
        />
      )}
      <div className="grid gap-x-10 xl:grid-cols-2">
        <DefinitionList items={facts} />
        {rights.contact && contact.length > 0 && (
          <DefinitionList items={contact} className="max-xl:border-t-0" />
        )}
      </div>
      <div className="mt-6">
        <TabLinks
          label="Holder views"
          items={holderTabs.map((one) => ({
            label:
              one.id === 'certificates' && certificates
                ? `Certificates (${formatShares(certificates.length)})`
                : one.label,
            href: routes.holder(issuer, account, { tab: one.id === 'holdings' ? null : one.id, asof }),
            current: one.id === tab,
          }))}
        />
      </div>
      {tab === 'holdings' && (
        <>
          {past}
          <HoldingsTab {...{ issuer, account, asof, today, certificates, hasPosition }} />
        </>
      )}
      {tab === 'certificates' &&
        (asof && hasPast ? (
          <PastCertificates key={asof} {...{ issuer, issuerName, account, name, asof, today }} />
        ) : (
          <CertificatesTab {...{ issuer, issuerName, account, name, asof, today, read }} />
        ))}
      {tab === 'movements' && (
        <MovementsTab {...{ issuer, issuerName, account, name, record, asof, today, read }} />
      )}
      {tab === 'record' && (
        <RecordTab
          {...{ issuer, account, zone, record, today }}
          contact={rights.contact}
          past={asof !== null}
          reveal={rights.reveal}
        />
      )}
    </>
  );
}

/** Only the terms that have a value. */
const known = (facts: readonly (readonly [term: string, detail: string | null | undefined])[]) =>
  facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));

function Warnings({ warnings, otherIssuers }: { warnings: readonly string[]; otherIssuers: ReactNode }) {
  return (
    <section aria-label="Alerts" className="has-[ul:empty]:hidden">
      <ul className="mb-4 divide-y divide-warning/25 rounded-md border border-l-4 border-warning/40 bg-warning-soft px-3 text-sm [&>li]:py-1.5">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {otherIssuers}
      </ul>
    </section>
  );
}
