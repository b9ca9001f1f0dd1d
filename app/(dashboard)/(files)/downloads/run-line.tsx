'use client';

import Link from 'next/link';
import { formatLongDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { Badge } from '@/components/ui/badge';
import { buttonLook, LinkButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { failureText, momentText, sizeText, stateWords } from '../../run-words.ts';
import { isUnderWay, type Run } from '../../runs.ts';
import { againAt } from '../again.ts';
import type { KnownReport } from './downloads-screen.tsx';

type Props = { run: Run; report: KnownReport | null; issuer: string; keepDays: number; today: string };

const dayMs = 86_400_000;
const cell = 'px-3 py-2 align-top';

/** The day until which the bytes are kept, in the reader's own calendar. */
function keptUntil(run: Run, keepDays: number): string {
  if (run.state !== 'ready' || !run.finishedAt) return '–';
  const until = new Date(Date.parse(run.finishedAt) + keepDays * dayMs);
  return until.toLocaleDateString('en-US', { dateStyle: 'medium' });
}

export function RunLine({ run, report, issuer, keepDays, today }: Props) {
  const { word, tone } = stateWords[run.state];
  const title = report?.title ?? run.endpoint.replace(/^Generate/, '');
  const about = `${title}, ${issuer}${run.asOf ? `, as of ${formatLongDate(run.asOf)}` : ''}`;
  return (
    <tr className="border-b border-line">
      <th scope="row" className={`${cell} max-w-md text-left font-normal`}>
        <Link href={routes.run(run.id)} className="font-medium">
          {title}
        </Link>
        <span className="block text-sm text-muted">
          {issuer}
          {run.asOf && <> · as of {formatLongDate(run.asOf)}</>}
        </span>
        {run.fileName && <span className="block text-xs break-all text-muted">{run.fileName}</span>}
      </th>
      <td className={cell}>
        <Badge tone={tone}>{word}</Badge>
        {(run.state === 'failed' || run.state === 'interrupted') && (
          <span className="mt-1 block max-w-56 text-xs text-muted">{failureText(run)}</span>
        )}
      </td>
      <td className={`${cell} whitespace-nowrap`}>{run.bytes > 0 ? sizeText(run.bytes) : '–'}</td>
      <td className={`${cell} whitespace-nowrap`}>{momentText(run.createdAt)}</td>
      <td className={`${cell} whitespace-nowrap`}>{keptUntil(run, keepDays)}</td>
      <td className={`${cell} whitespace-nowrap print:hidden`}>
        <div className="flex gap-1.5">
          {run.state === 'ready' && (
            <a
              href={`/api/runs/${run.id}/file`}
              download
              className={buttonLook('secondary', 'sm')}
              aria-label={`Download ${about}`}
            >
              <Icon name="download" /> Download
            </a>
          )}
          {report && !isUnderWay(run) && (
            <LinkButton
              size="sm"
              look="quiet"
              href={againAt(report, run, 'same')}
              aria-label={`Make again: ${about}`}
            >
              Make again
            </LinkButton>
          )}
          {report && !isUnderWay(run) && run.asOf && run.asOf !== today && (
            <LinkButton
              size="sm"
              look="quiet"
              href={againAt(report, run, 'today')}
              aria-label={`As of today: ${about}`}
            >
              As of today
            </LinkButton>
          )}
        </div>
      </td>
    </tr>
  );
}
