'use client';

import { SkeletonWithNotice } from '../ui/states.tsx';

/** Placeholder while loading: lines, then a sentence after two seconds. */
export function Waiting({ sentence, lines = 5 }: { sentence: string; lines?: number }) {
  return <SkeletonWithNotice pending {...{ sentence, lines }} />;
}
