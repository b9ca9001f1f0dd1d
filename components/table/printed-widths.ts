import type { Column } from './columns.tsx';

/** What letters need on paper of what they need in the window: 8 pt for 13 px, and narrower edges. */
const onPaper = 0.8;
/** The narrower of the usual sheets, upright, at 96 px an inch, without its margins. */
const paperPx = 690;
/** Names need some of the page, whatever the figures ask for. */
const figuresMost = 0.75;
/** Account numbers, kinds and statuses are as short as figures, and as whole. */
const shortPx = 130;

/**
 * Percent of the page for each column on paper. Figures, dates and account numbers keep what they need, since broken
 * they would be misread; words share the rest and may go on in the next line. Where that leaves words too little, all
 * give way alike.
 */
export function printedWidths<Row>(
  shown: readonly Pick<Column<Row>, 'kind' | 'whole'>[],
  widthsPx: readonly number[],
): number[] {
  const sum = (keep: (place: number) => boolean) =>
    widthsPx.reduce((all, widthPx, place) => all + (keep(place) ? widthPx : 0), 0);
  const isFigure = (place: number) =>
    shown[place]?.kind !== 'text' || shown[place]?.whole === true || (widthsPx[place] ?? 0) <= shortPx;
  const wholePx = sum(() => true);
  const figures = (sum(isFigure) * onPaper) / paperPx;
  const words = sum((place) => !isFigure(place));
  if (words === 0 || figures > figuresMost || wholePx * onPaper <= paperPx)
    return widthsPx.map((widthPx) => (widthPx * 100) / wholePx);
  return widthsPx.map((widthPx, place) =>
    isFigure(place) ? (widthPx * onPaper * 100) / paperPx : ((1 - figures) * widthPx * 100) / words,
  );
}
