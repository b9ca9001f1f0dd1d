import type { ChartColumn } from './column-drawing.tsx';

/** The least difference of two columns that can be seen, as a part of the axis. */
const visiblePart = 0.05;

/** Whether columns look equal, so that a sentence and the table say more than a chart. So does a single column. */
export function lookEqual(columns: readonly ChartColumn[]): boolean {
  const [first] = columns;
  if (!first) return true;
  const total = ({ sizes }: ChartColumn) => sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const end = Math.max(...columns.map(total), ...columns.map(({ level }) => level?.size ?? 0));
  return first.sizes.every((_, series) => {
    const sizes = columns.map((one) => one.sizes[series] ?? 0);
    return Math.max(...sizes) - Math.min(...sizes) <= end * visiblePart;
  });
}
