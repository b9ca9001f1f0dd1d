import { Icon } from '#components/ui/icons';
import { Link } from '#components/ui/link';
import type { Run } from '#lib/api/runs';
import { routes } from '#lib/routes';

const recentMs = 10 * 60_000;

/** The user's own identical file of the last minutes, or one in progress; null when there is none. */
export function madeBefore(
  runs: readonly Run[] | undefined,
  isSame: (run: Run) => boolean,
  now = Date.now(),
): Run | null {
  const saved = runs?.filter((run) => run.person === undefined && isSame(run)) ?? [];
  const active = saved.find((run) => run.state === 'sent' || run.state === 'receiving');
  const ready = saved.find(
    (run) => run.state === 'ready' && run.finishedAt && now - Date.parse(run.finishedAt) < recentMs,
  );
  return active ?? ready ?? null;
}

const minutesAgo = (run: Run) =>
  Math.max(0, Math.floor((Date.now() - Date.parse(run.finishedAt ?? run.createdAt)) / 60_000));

/** Links to the existing file, so that the same report is not created twice. */
export function DuplicateRunNotice({ run }: { run: Run }) {
  const minutes = minutesAgo(run);
  const age =
    minutes === 0 ? 'less than a minute ago' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  return (
    <div role="status" className="flex items-start gap-2 rounded-md border border-line bg-sunken px-4 py-3">
      <Icon name="info" className="mt-0.5 size-4" />
      <p>
        {run.state === 'ready' ? `You created this file ${age}. ` : 'This file is already being created. '}
        <Link href={routes.run(run.id, run.issuer)}>
          {run.state === 'ready' ? `Open ${run.fileName ?? 'the file'}` : 'View progress'}
        </Link>
        {run.state === 'ready' ? ', or create it again.' : '. A second request returns the same file.'}
      </p>
    </div>
  );
}
