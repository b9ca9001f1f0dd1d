'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { ErrorPanel } from '#components/ui/states';
import { request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import { routes } from '#lib/routes';

export type ShownSession = {
  id: string;
  /** The session of this request. */
  here: boolean;
  browser: string;
  address: string;
  since: string;
  seen: string;
  way: string;
};

export function SessionList({ sessions }: { sessions: readonly ShownSession[] }) {
  const router = useRouter();
  const end = useMutation<unknown, ApiError, string>({
    mutationFn: (which) => request('/api/account/sessions', { method: 'POST', body: { end: which } }),
    onSuccess: (_response, which) => {
      if (which === 'all') window.location.assign(routes.signIn());
      else router.refresh();
    },
  });
  const busy = (which: string) => end.isPending && end.variables === which;
  return (
    <>
      {end.error && <ErrorPanel error={end.error} title="The session could not be ended" />}
      <ul className="max-w-3xl border-t border-line">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-2"
          >
            <div className="min-w-0">
              <p className="font-medium">
                {session.browser} {session.here && <Badge tone="accent">This browser</Badge>}
              </p>
              <p className="text-sm text-muted">
                Last used {session.seen} from {session.address}. Signed in {session.since}, {session.way}.
              </p>
            </div>
            {!session.here && (
              <Button
                size="sm"
                pending={busy(session.id)}
                aria-label={`End session of ${session.browser}, last used ${session.seen}`}
                onClick={() => end.mutate(session.id)}
              >
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        {sessions.length > 1 && (
          <Button pending={busy('others')} onClick={() => end.mutate('others')}>
            Sign out other sessions
          </Button>
        )}
        <Button variant="quiet" pending={busy('all')} onClick={() => end.mutate('all')}>
          Sign out of all sessions
        </Button>
      </div>
    </>
  );
}
