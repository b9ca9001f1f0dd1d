import { RefreshPanel } from '#components/data/refresh-panel';
import { QuorumBar } from '#components/register/quorum-bar';
import { Badge } from '#components/ui/badge';
import { Link } from '#components/ui/link';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { formatDate } from '#lib/format/dates';
import { readUpstream } from '#lib/gateway/prefetch';
import { dividendsOf, rateText, sortDividends } from '#lib/register/dividends';
import { fromToday } from '#lib/register/from-today';
import { dividendListInput, proxyListInput } from '#lib/register/list-inputs';
import { quorumStatusText } from '#lib/register/meetings/meeting-text';
import { meetingsOf, meetingTones, sortMeetings } from '#lib/register/meetings/meetings';
import { routes } from '#lib/routes';

type Props = { user: User; issuer: number; asof: string | null; today: string };

/** The next meeting with its quorum, and the next dividend. */
export async function EventsAhead({ user, issuer, asof, today }: Props) {
  const read = await Promise.all([
    readUpstream(user, 'GetProxyList', proxyListInput(issuer)),
    readUpstream(user, 'GetDividendList', dividendListInput(issuer)),
  ]).catch((error: ApiError) => error);
  if (!Array.isArray(read))
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const [meeting, ...later] = sortMeetings(meetingsOf(read[0]), today).ahead;
  const [dividend] = sortDividends(dividendsOf(read[1]), today).ahead;
  return (
    <dl className="divide-y divide-line">
      <div className="py-1.5">
        <dt className="text-xs text-muted">Next meeting</dt>
        {meeting ? (
          <>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <Link
                href={
                  meeting.id === null
                    ? routes.proxies(issuer, { asof })
                    : routes.proxy(issuer, meeting.id, { asof })
                }
                className="font-medium"
              >
                {meeting.title}
              </Link>
              <span>
                {formatDate(meeting.meeting.day) || meeting.meeting.rest}
                {meeting.meeting.day && `, ${fromToday(meeting.meeting.day, today)}`}
              </span>
              {meeting.status && <Badge tone={meetingTones[meeting.status]}>{meeting.status}</Badge>}
            </dd>
            <dd>{quorumStatusText(meeting, today)}</dd>
            <dd>
              <QuorumBar meeting={meeting} className="mt-1 h-5 w-full" />
            </dd>
            {later.length > 0 && (
              <dd className="text-sm">
                <Link href={routes.proxies(issuer, { asof })}>
                  {later.length === 1 ? '1 more upcoming meeting' : `${later.length} more upcoming meetings`}
                </Link>
              </dd>
            )}
          </>
        ) : (
          <dd>No meeting scheduled.</dd>
        )}
      </div>
      <div className="py-1.5">
        <dt className="text-xs text-muted">Next dividend</dt>
        <dd>
          {dividend ? (
            <>
              <Link
                href={
                  dividend.id === null
                    ? routes.dividends(issuer, { asof })
                    : routes.dividend(issuer, dividend.id, { asof })
                }
                className="font-medium"
              >
                {dividend.type} dividend of {dividend.className}
              </Link>
              , {rateText(dividend)}: record date {formatDate(dividend.record) || 'not reported'}, payable{' '}
              {formatDate(dividend.payable) || 'not reported'}
              {dividend.payable && `, ${fromToday(dividend.payable, today)}`}.
            </>
          ) : (
            'No dividend payable.'
          )}
        </dd>
      </div>
    </dl>
  );
}
