'use client';

import { useRouter } from 'next/navigation';
import { ErrorPanel, type ShownError } from '@/components/ui/states';

/** A failure of something the server drew: trying again draws the page anew. */
export function RefreshPanel(error: ShownError) {
  const router = useRouter();
  return <ErrorPanel error={error} onRetry={() => router.refresh()} />;
}
