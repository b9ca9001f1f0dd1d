'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { request } from '#lib/api/call';

/** Deletes the user's own file in two presses; the request and the digest are kept. */
export function DeleteFile({ run, about }: { run: string; about: string }) {
  const client = useQueryClient();
  const [requested, setRequested] = useState(false);
  const remove = useMutation({
    mutationFn: () => request(`/api/runs/${run}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
  if (!requested)
    return (
      <Button size="sm" variant="quiet" aria-label={`Delete: ${about}`} onClick={() => setRequested(true)}>
        Delete
      </Button>
    );
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        autoFocus
        pending={remove.isPending}
        aria-label={`Confirm deletion: ${about}`}
        onClick={() => remove.mutate()}
      >
        {remove.isError ? 'Try again' : 'Confirm deletion'}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setRequested(false)}>
        {' '}
        Cancel{' '}
      </Button>
    </>
  );
}
