'use client';

import { useEffect, useState } from 'react';
import type { ColumnKind } from './columns.tsx';

const usualTextPx = 16;
const phone = '(max-width: 40rem)';
/** On a phone three columns fit side by side: a name, a number, a figure. */
const phoneWidthMaxPx = { text: 120, number: 104, date: 104 } as const;

export type Room = {
  /** How much larger than usual the person's text is; column widths follow it, as they are given in px. */
  scale: number;
  phone: boolean;
};

/** What the window and the person's text size leave for columns. */
export function useRoom(): Room {
  const [room, setRoom] = useState<Room>({ scale: 1, phone: false });
  useEffect(() => {
    const narrow = window.matchMedia(phone);
    const read = () => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRoom({ scale: rootPx > 0 ? rootPx / usualTextPx : 1, phone: narrow.matches });
    };
    read();
    narrow.addEventListener('change', read);
    return () => narrow.removeEventListener('change', read);
  }, []);
  return room;
}

/** Width of a column in px; `usual` is false when the person has set it. */
export function drawnWidthPx(
  column: { kind: ColumnKind; widthPx: number },
  usual: boolean,
  room: Room,
): number {
  const widthPx =
    room.phone && usual ? Math.min(column.widthPx, phoneWidthMaxPx[column.kind]) : column.widthPx;
  return widthPx * room.scale;
}
