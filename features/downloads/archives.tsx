'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonClass } from '#components/ui/button';
import { type Clock, useClock } from '#components/ui/clock';
import { cn } from '#components/ui/cn';
import { Icon } from '#components/ui/icons';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { type Batch, batchesQuery, countOf } from '#lib/api/batches';
import { packTitle } from '#lib/register/packs/pack-parts';
import { routes } from '#lib/routes';

const latest = 5;

function progressText(batch: Batch): string {
  const ready = countOf(batch, 'ready');
  const failed = countOf(batch, 'failed');
  const of = `${ready} of ${batch.items.length} files`;
  if (!batch.finishedAt) return `${of} so far`;
  return failed > 0 ? `${of}, ${failed} failed` : of;
}

const titleOf = ({ pack, createdAt }: Batch, clock: Clock) =>
  pack ? packTitle(pack) : `Archive of ${clock.instant(createdAt)}`;

/** The latest archives of several reports; renders nothing where there are none. */
export function Archives() {
  const clock = useClock();
  const { data } = useQuery(batchesQuery());
  if (!data || data.length === 0) return null;
  return (
    <Section title="Archives" className="mb-6">
      <ul className="divide-y divide-line border-b border-line">
        {data.slice(0, latest).map((batch) => {
          const title = titleOf(batch, clock);
          return (
            <li key={batch.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
              <p>
                <Link href={routes.batch(batch.id)} className="font-medium">
                  {title}
                </Link>
                <span className="text-muted">
                  {batch.pack && ` · ${clock.instant(batch.createdAt)}`} · {progressText(batch)}
                </span>
              </p>
              {batch.finishedAt && countOf(batch, 'ready') > 0 && (
                <a
                  href={`/api/batches/${batch.id}/file`}
                  download
                  className={cn(buttonClass('secondary', 'sm'), 'print:hidden')}
                  aria-label={`Download ${title}`}
                >
                  <Icon name="download" /> Download
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
