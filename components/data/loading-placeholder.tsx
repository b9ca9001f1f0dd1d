'use client';

import { SkeletonWithNotice } from '../ui/states.tsx';

/** Placeholder while loading: lines, then a sentence after two seconds. */
export function LoadingPlaceholder({ text, lines = 5 }: { text: string; lines?: number }) {
  return <SkeletonWithNotice pending {...{ text, lines }} />;
}

/** In place of a form. It is taller than most windows, as forms are, so that what follows does not show first and then move. */
export const FormPlaceholder = () => <LoadingPlaceholder text="Loading form…" lines={30} />;
