'use client';

import { useRouter } from 'next/navigation';
import { ErrorPanel, type ShownError } from '@/components/ui/states';
import { PageHeader } from '@/components/ui/text';

/** A failure of something the server drew: trying again draws the page anew. `page` heads it when all of a page failed. */
export function RefreshPanel({ page, ...error }: ShownError & { page?: string }) {
  const router = useRouter();
  return (
    <>
      {page && <PageHeader title={page} />}
      <ErrorPanel error={error} onRetry={() => router.refresh()} />
    </>
  );
}
