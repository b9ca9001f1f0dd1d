// The names on the axis of a bar chart, shortened to the width of the window.

import { useSyncExternalStore } from 'react';

// Names are in capitals: about 8.5 px per letter at this size.
const letterPx = 8.5;
const nameGapPx = 10;

const subscribe = (changed: () => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

const widthNow = () => {
  if (window.innerWidth < 640) return 116;
  return window.innerWidth < 1200 ? 214 : 350;
};

/** Width for names in px: a third of a phone's width, up to forty letters in a wide window. */
export const useNameWidth = () => useSyncExternalStore(subscribe, widthNow, widthNow);

export const nameLengthMax = (widthPx: number) => Math.floor((widthPx - nameGapPx) / letterPx);

const shorten = (name: string, max: number) => (name.length > max ? `${name.slice(0, max - 1)}…` : name);

export type TickProps = { x?: number | string; y?: number | string; payload?: { value: string } };

/** A name before its bar, cut to the available width. */
export function NameTick({ x, y, payload, lengthMax }: TickProps & { lengthMax: number }) {
  return (
    <text x={Number(x) - 4} y={y} dy={4} textAnchor="end" fontSize={12} fill="var(--ink)">
      {shorten(payload?.value ?? '', lengthMax)}
    </text>
  );
}
