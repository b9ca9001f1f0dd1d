// Cells of the link to a sent file: state, downloads, and the button that revokes it.

'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import type { ApiError } from '#lib/api/error';
import { type FileLink, revokeLink } from '#lib/api/file-links';
import { canBeRevoked, linkLabels } from './link-labels.ts';

/** State of a link, until when it is open, and how often its code was wrong. */
export function LinkStatus({ link }: { link: FileLink }) {
  const clock = useClock();
  const { label, tone } = linkLabels[link.state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {link.state === 'open' && (
        <span className="block text-xs text-muted">until {clock.instant(link.expiresAt)}</span>
      )}
      {link.wrongCodes > 0 && link.state !== 'wrong codes' && (
        <span className="block text-xs text-muted">
          {link.wrongCodes === 1 ? '1 wrong code' : `${link.wrongCodes} wrong codes`}
        </span>
      )}
    </>
  );
}

/** '2 of 5', and when the last one was. */
export function LinkDownloads({ link }: { link: FileLink }) {
  const clock = useClock();
  return (
    <>
      {link.downloads} of {link.downloadsMax}
      {link.lastDownloadAt && (
        <span className="block text-xs text-muted">last {clock.instant(link.lastDownloadAt)}</span>
      )}
    </>
  );
}

/** Revokes a link in two presses. */
export function RevokeLink({ link, onDone }: { link: FileLink; onDone: () => void }) {
  const [requested, setRequested] = useState(false);
  const revoke = useMutation<void, ApiError>({ mutationFn: () => revokeLink(link), onSuccess: onDone });
  if (!canBeRevoked(link)) return null;
  if (!requested)
    return (
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Revoke the link for ${link.name}`}
        onClick={() => setRequested(true)}
      >
        Revoke
      </Button>
    );
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button
        size="sm"
        variant="danger"
        autoFocus
        pending={revoke.isPending}
        aria-label={`Confirm: revoke the link for ${link.name}`}
        onClick={() => revoke.mutate()}
      >
        {revoke.isError ? 'Try again' : 'Confirm revoking'}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setRequested(false)}>
        Cancel
      </Button>
      {revoke.error && (
        <p role="alert" className="text-sm text-danger">
          {revoke.error.message}
        </p>
      )}
    </div>
  );
}
