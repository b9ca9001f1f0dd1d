import { Badge } from '#components/ui/badge';
import { Link } from '#components/ui/link';
import { type Meeting, meetingTones } from '#lib/register/meetings/meetings';
import { routes } from '#lib/routes';
import { DetailsFiles } from './details-files.tsx';
import { QuorumLine } from './quorum-line.tsx';
import { TimeLine } from './time-line.tsx';
import type { ProxiesProps } from './types.ts';

/** An upcoming meeting: quorum, dates, files. */
export function MeetingCard({ meeting, issuer, file, asof, today }: ProxiesProps & { meeting: Meeting }) {
  const { id, title, className, status } = meeting;
  return (
    <article className="rounded-md border border-line bg-raised px-4 py-3">
      <header className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 font-title text-lg">
            {id === null ? title : <Link href={routes.proxy(issuer, id, { asof })}>{title}</Link>}
            {status && (
              <span className="font-sans">
                <Badge tone={meetingTones[status]}>{status}</Badge>
              </span>
            )}
          </h2>
          <p className="text-sm text-muted">{className}</p>
        </div>
        {file && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <DetailsFiles issuer={issuer} meeting={meeting} />
          </div>
        )}
      </header>
      <QuorumLine meeting={meeting} today={today} />
      <div className="mt-4 border-t border-line pt-3">
        <TimeLine meeting={meeting} today={today} />
      </div>
    </article>
  );
}
