'use client';

import { SkeletonWithNotice } from '../ui/states.tsx';

/** Placeholder while loading: lines, then a sentence after two seconds. */
export function LoadingPlaceholder({ text, lines = 5 }: { text: string; lines?: number }) {
  return <SkeletonWithNotice pending {...{ text, lines }} />;
}
