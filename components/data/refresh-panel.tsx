'use client';

import { useRouter } from 'next/navigation';
import { ErrorPanel, type ShownError } from '../ui/states.tsx';
import { PageHeader } from '../ui/text.tsx';

/**
 * An error of something rendered on the server: a retry renders the page again. `page` is the heading when all
 * of a page failed.
 */
export function RefreshPanel({ page, ...error }: ShownError & { page?: string }) {
  const router = useRouter();
  return (
    <>
      {page && <PageHeader title={page} />}
      <ErrorPanel error={error} onRetry={() => router.refresh()} />
    </>
  );
}
