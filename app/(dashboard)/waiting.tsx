'use client';

import { SkeletonWithNotice } from '@/components/ui/states';

/** What stands where something is still being read: grey lines, after two seconds a sentence. */
export function Waiting({ sentence, lines = 5 }: { sentence: string; lines?: number }) {
  return <SkeletonWithNotice pending {...{ sentence, lines }} />;
}
