'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { chunkLoadError } from '#components/ui/browser/chunk-load-error';
import { Button } from '#components/ui/button';
import type { PackRequest } from '#lib/api/batches';
import type { ApiError } from '#lib/api/error';
import { routes } from '#lib/routes';

type Props = { pack: PackRequest; variant?: 'primary' | 'secondary'; children: ReactNode };

/** Loaded at the press: the pages of meetings and dividends need nothing else of it. */
async function loadBatches(): Promise<typeof import('#lib/api/batches')> {
  try {
    return await import('#lib/api/batches');
  } catch (error) {
    // After a new version the page may reload; the text is for when it does not.
    await chunkLoadError(error);
    throw new Error(
      'Nothing was created: a part of this page could not be loaded. Reload the page and try again.',
    );
  }
}

/** One press creates a pack and opens the page that shows its progress. */
export function CreatePack({ pack, variant = 'secondary', children }: Props) {
  const router = useRouter();
  const client = useQueryClient();
  const begin = useMutation<string, ApiError, PackRequest>({
    mutationFn: async (request) => (await loadBatches()).beginPack(request),
    onSuccess: async (batch) => {
      await client.invalidateQueries({ queryKey: ['batches'] });
      router.push(routes.batch(batch));
    },
  });
  return (
    <div>
      <Button variant={variant} icon="file" pending={begin.isPending} onClick={() => begin.mutate(pack)}>
        {begin.isPending ? 'Creating…' : children}
      </Button>
      {begin.error && (
        <p role="alert" className="mt-2 max-w-prose text-sm text-danger">
          {textOf(begin.error)}
        </p>
      )}
    </div>
  );
}

/** The texts of the fields say more than the message, which asks to check them. */
function textOf({ fields, message }: ApiError): string {
  const texts = Object.values(fields ?? {}).flat();
  return texts.length > 0 ? texts.join(' ') : message;
}
