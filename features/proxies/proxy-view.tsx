'use client';

import { useQuery } from '@tanstack/react-query';
import { useAgentOperations } from '#components/data/agent-operations';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { Badge } from '#components/ui/badge';
import { Stat, StatRow } from '#components/ui/figures';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { balanceQuery } from '#lib/api/register-queries';
import { formatDate, isDate } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { momentText } from '#lib/register/meetings/meeting-text';
import { isAhead, isCanceled, type Meeting, meetingTones } from '#lib/register/meetings/meetings';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import { PackSection } from '../packs/index.ts';
import { DetailsFiles } from './details-files.tsx';
import { ProposalsSection } from './proposals-section.tsx';
import { proxyChecks } from './proxy-checks.ts';
import { QuorumLine } from './quorum-line.tsx';
import { TimeLine } from './time-line.tsx';

type Props = {
  issuer: number;
  name: string;
  meeting: Meeting;
  file: boolean;
  asof: string | null;
  today: string;
};

/** One meeting: quorum, proposals where the registry has them, dates, files, and a check of the shares entitled against the record date. */
export function ProxyView({ issuer, name, meeting, file, asof, today }: Props) {
  const { title, className, status, entitled, voted, quorum, quorumText, record } = meeting;
  const known = isDate(record.day) && record.day <= today;
  const balance = useQuery({ ...balanceQuery(issuer, known ? record.day : today), enabled: known });
  const hasProposals = useAgentOperations().has('GetProposals');
  const left = entitled !== null && voted !== null ? entitled - voted : null;
  const counts = entitled !== null && entitled > 0n;
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader
        kicker={
          <>
            {name} · <Link href={routes.proxies(issuer, { asof })}>Proxies</Link>
          </>
        }
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            {title}
            {status && (
              <span className="font-sans">
                <Badge tone={meetingTones[status]}>{status}</Badge>
              </span>
            )}
          </span>
        }
        description={[className, momentText(meeting.meeting)].filter(Boolean).join(' · ')}
        actions={file && <DetailsFiles issuer={issuer} meeting={meeting} />}
      />
      <SourceNote mark={<CurrentOnlyLabel past={asof !== null} today={today} />} />
      {counts && !isCanceled(meeting) && (
        <div className="mb-4">
          <StatRow>
            {quorum.state !== 'unknown' && (
              <Stat
                primary
                label={quorum.state === 'met' ? 'Above quorum' : 'Still needed'}
                value={formatShares(quorum.state === 'met' ? quorum.over : quorum.still)}
                note={`${formatShares(quorum.needed)} needed, rounded up to a whole share`}
                tone={quorum.state === 'met' || isAhead(meeting, today) ? 'ink' : 'danger'}
              />
            )}
            <Stat label="Entitled" value={quantity(entitled)} note="Shares on the record date" />
            <Stat
              label="Voted"
              value={quantity(voted)}
              note={voted === null ? undefined : formatPercent(voted, entitled, 4)}
            />
            <Stat
              label="Not voted"
              value={quantity(left)}
              note={left === null ? undefined : formatPercent(left, entitled, 4)}
            />
            <Stat label="Quorum required" value={quorumText || '–'} note="As reported by the registry" />
          </StatRow>
        </div>
      )}
      <QuorumLine meeting={meeting} today={today} />
      {hasProposals && meeting.id !== null && <ProposalsSection issuer={issuer} meeting={meeting.id} />}
      {meeting.id !== null && !isCanceled(meeting) && (
        <PackSection
          pack={{ kind: 'meeting', customerIssuerId: issuer, event: meeting.id }}
          record={record.day}
          today={today}
        />
      )}
      <Section title="Dates">
        <TimeLine meeting={meeting} today={today} />
      </Section>
      <Section title="Tie-out" aside={known ? `Balance as of ${formatDate(record.day)}` : undefined}>
        {known && balance.data === undefined && !balance.error ? (
          <p className="text-muted">Loading the balance of the record date…</p>
        ) : (
          <CheckList checks={proxyChecks(meeting, balance.data ?? null, today)} open />
        )}
        {record.day && known && (
          <p className="mt-3 text-sm print:hidden">
            <Link
              href={routes.ownership(issuer, {
                asof: record.day === today ? null : record.day,
                class: className,
              })}
            >
              View holders of {className} on the record date
            </Link>
          </p>
        )}
      </Section>
    </>
  );
}
