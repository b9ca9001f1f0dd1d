'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { requestFile } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import { ErrorPanel } from '../ui/states.tsx';
import { LoadingPlaceholder } from './loading-placeholder.tsx';

/** A document that is shown again soon is not loaded again. */
const keptMs = 60_000;

type Props = { address: string; name: string; bytesMax: number; enabled?: boolean };

/**
 * A PDF in the browser's own viewer. The server sends files as attachments only; this shows the bytes that were
 * read, as the type PDF and nothing else.
 */
export function PdfView({ address, name, bytesMax, enabled = true }: Props) {
  const { data, error, refetch } = useQuery<Blob, ApiError>({
    queryKey: ['file', address],
    enabled,
    staleTime: keptMs,
    gcTime: keptMs,
    queryFn: ({ signal }) => requestFile(address, bytesMax, signal),
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(new Blob([data], { type: 'application/pdf' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!url) return <LoadingPlaceholder text="Loading document…" lines={12} />;
  return (
    <iframe
      src={`${url}#view=FitH&navpanes=0`}
      title={name}
      className="min-h-0 w-full flex-1 border border-line"
    />
  );
}
