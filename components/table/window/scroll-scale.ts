// Maps the height of a very long list to a scroll height that browsers support.

/** Tallest list at full height, in px: browsers stop near 17.8 million, or less when the page is zoomed. */
const scrollHeightMaxPx = 3_000_000;
/** Near both ends one pixel scrolled moves one pixel, from either direction. */
const endZonePx = 40_000;
/** How far the browser's position may differ from the proportional one before it is corrected. */
const strayMaxPx = 20_000;

/** Height of all rows, and the height given to the browser; equal unless there are very many rows. */
export type Scale = { realPx: number; scrollPx: number };

export const scaleOf = (realPx: number): Scale => ({ realPx, scrollPx: Math.min(realPx, scrollHeightMaxPx) });

/** Scroll state: the browser's position, and the shift that gives the position among all rows. */
export type ScrollPosition = { scrollTopPx: number; shiftPx: number };

const middle = ({ realPx, scrollPx }: Scale) => (realPx - 2 * endZonePx) / (scrollPx - 2 * endZonePx);

/** The place for a position among all rows: exact near the ends, proportional between. */
export function scrollPositionOf(realTopPx: number, scale: Scale): ScrollPosition {
  const spare = scale.realPx - scale.scrollPx;
  if (spare === 0 || realTopPx <= endZonePx) return { scrollTopPx: realTopPx, shiftPx: 0 };
  if (realTopPx >= scale.realPx - endZonePx) return { scrollTopPx: realTopPx - spare, shiftPx: spare };
  const scrollTopPx = Math.round(endZonePx + (realTopPx - endZonePx) / middle(scale));
  return { scrollTopPx, shiftPx: realTopPx - scrollTopPx };
}

function realOf(scrollTopPx: number, scale: Scale): number {
  const spare = scale.realPx - scale.scrollPx;
  if (spare === 0 || scrollTopPx <= endZonePx) return scrollTopPx;
  if (scrollTopPx >= scale.scrollPx - endZonePx) return scrollTopPx + spare;
  return Math.round(endZonePx + (scrollTopPx - endZonePx) * middle(scale));
}

/**
 * The place after the browser scrolled to `scrollTopPx`. A short distance (wheel, keys, touch) moves equally
 * far among the rows, and the browser's position is corrected only when it differs too much. A jump (scroll
 * bar) is proportional and leaves the browser's position unchanged, because changing it would interrupt the
 * drag.
 */
export function follow(
  before: ScrollPosition,
  scrollTopPx: number,
  heightPx: number,
  scale: Scale,
): ScrollPosition {
  if (Math.abs(scrollTopPx - before.scrollTopPx) >= heightPx) {
    return { scrollTopPx, shiftPx: realOf(scrollTopPx, scale) - scrollTopPx };
  }
  const realTopPx = scrollTopPx + before.shiftPx;
  const right = scrollPositionOf(realTopPx, scale);
  const inMiddle = realTopPx > endZonePx && realTopPx < scale.realPx - endZonePx;
  const strayPx = Math.abs(right.scrollTopPx - scrollTopPx);
  return inMiddle && strayPx <= strayMaxPx ? { scrollTopPx, shiftPx: before.shiftPx } : right;
}
