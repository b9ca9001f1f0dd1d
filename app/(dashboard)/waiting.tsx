'use client';

import { Skeleton, SlowNotice } from '@/components/ui/states';

/** What stands where something is still being read: grey lines, after two seconds a sentence. */
export function Waiting({ sentence, lines = 5 }: { sentence: string; lines?: number }) {
  return (
    <>
      <SlowNotice pending sentence={sentence} />
      <Skeleton lines={lines} />
    </>
  );
}
