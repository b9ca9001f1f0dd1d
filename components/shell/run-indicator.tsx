import type { Route } from 'next';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';

/** Link to the downloads with the number of reports in progress; announced when it changes. */
export function RunIndicator({ running, href }: { running: number; href: string }) {
  return (
    <Link href={href as Route} className={buttonClass('quiet', 'sm')}>
      <Icon name="file" />
      <span className="max-sm:sr-only">Downloads</span>
      <span role="status">
        {running > 0 && (
          <span className="rounded bg-accent px-1.5 text-xs text-accent-ink">
            {running}
            <span className="sr-only"> {running === 1 ? 'report' : 'reports'} in progress</span>
          </span>
        )}
      </span>
    </Link>
  );
}
