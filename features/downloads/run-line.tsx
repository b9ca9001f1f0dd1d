// One report in the list of downloads.

'use client';

import { daysOf } from '#components/runs/about-run';
import { type Again, rerunUrl } from '#components/runs/rerun-url';
import { failureText, sizeText, stateLabels } from '#components/runs/run-labels';
import { Badge } from '#components/ui/badge';
import { buttonClass, LinkButton } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Icon } from '#components/ui/icons';
import { Link } from '#components/ui/link';
import { isActive, type Run } from '#lib/api/runs';
import { routes } from '#lib/routes';
import { DeleteFile } from './delete-file.tsx';

export type KnownReport = Again & { title: string };

type Props = { run: Run; report: KnownReport | null; owner: string; keepDays: number; today: string };

const dayMs = 86_400_000;

/** Classes of every cell of the list. */
export const runCell = 'px-3 py-2 align-top max-sm:px-2';

/** The day until which the file is kept, in the reader's time zone. */
function storedUntil(run: Run, keepDays: number): string {
  if (run.state !== 'ready' || !run.finishedAt) return '–';
  const until = new Date(Date.parse(run.finishedAt) + keepDays * dayMs);
  return until.toLocaleDateString('en-US', { dateStyle: 'medium' });
}

export function RunLine({ run, report, owner, keepDays, today }: Props) {
  const clock = useClock();
  const { label, tone } = stateLabels[run.state];
  const title = report?.title ?? run.endpoint.replace(/^Generate/, '');
  const days = daysOf(run);
  const about = [title, owner, days].filter(Boolean).join(', ');
  return (
    <tr className="border-b border-line">
      <th scope="row" className={`${runCell} min-w-36 text-left sm:min-w-80 font-normal`}>
        <Link href={routes.run(run.id, run.issuer)} className="font-medium">
          {title}
        </Link>
        <span className="block text-sm text-muted">
          {owner}
          {days && ` · ${days}`}
        </span>
        {run.fileName && <span className="block text-xs break-all text-muted">{run.fileName}</span>}
      </th>
      <td className={runCell}>
        <Badge tone={tone}>{label}</Badge>
        {run.isScheduled && <span className="mt-0.5 block text-xs text-muted">Scheduled</span>}
        {(run.state === 'failed' || run.state === 'interrupted') && (
          <span className="mt-1 block max-w-56 text-xs text-muted">{failureText(run)}</span>
        )}
      </td>
      <td className={`${runCell} whitespace-nowrap print:hidden`}>
        <div className="flex gap-1.5 max-sm:flex-col max-sm:items-start">
          {run.state === 'ready' && (
            <a
              href={`/api/runs/${run.id}/file`}
              download
              className={buttonClass('secondary', 'sm')}
              aria-label={`Download ${about}`}
            >
              <Icon name="download" /> Download
            </a>
          )}
          {report && !isActive(run) && (
            <LinkButton
              size="sm"
              variant="quiet"
              href={rerunUrl(report, run, 'same')}
              aria-label={`Run again: ${about}`}
            >
              {' '}
              Run again{' '}
            </LinkButton>
          )}
          {report?.spec.asOfField && !isActive(run) && run.asOf && run.asOf !== today && (
            <LinkButton
              size="sm"
              variant="quiet"
              href={rerunUrl(report, run, 'today')}
              aria-label={`Run as of today: ${about}`}
            >
              {' '}
              Run as of today{' '}
            </LinkButton>
          )}
          {run.state === 'ready' && <DeleteFile run={run.id} about={about} />}
        </div>
      </td>
      <td className={`${runCell} whitespace-nowrap`}>{run.bytes > 0 ? sizeText(run.bytes) : '–'}</td>
      <td className={`${runCell} whitespace-nowrap`}>{clock.instant(run.createdAt)}</td>
      <td className={`${runCell} whitespace-nowrap`}>{storedUntil(run, keepDays)}</td>
    </tr>
  );
}
