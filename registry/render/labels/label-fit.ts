// Fits the lines of an address onto a label: wrapping and font size.

/** The lines of an address label from top to bottom; empty lines are omitted. */
export type LabelLines = {
  name: string;
  name2: string;
  name3: string;
  address1: string;
  address2: string;
  city: string;
  country: string;
};

export type FittedLabel = { size: number; lines: string[] };

const order = ['name', 'name2', 'name3', 'address1', 'address2', 'city', 'country'] as const;
/** Parts that may be omitted for lack of space; never the name, street, city line or country. */
const droppable = ['name3', 'address2', 'name2'] as const;

const smallest = 6;
export const lineSpacing = 1.2;

/** Number of lines of this font size that fit a height in points. */
export function linesThatFit(height: number, size: number): number {
  return Math.floor(height / (lineSpacing * size) + 1e-9);
}

/**
 * The largest font size from `size` down to 6 points at which all lines fit the box (in points); at 6 points,
 * lines are omitted as needed. A line still too wide at 6 points is narrowed when drawn. `widthAt1` measures at
 * 1 point.
 */
export function fitLabel(
  label: LabelLines,
  box: { width: number; height: number },
  size: number,
  widthAt1: (text: string) => number,
): FittedLabel {
  const lines = order.map((name) => label[name]).filter(Boolean);
  const widest = Math.max(0, ...lines.map(widthAt1));
  for (let at = size; at >= smallest; at -= 0.5) {
    if (lines.length <= linesThatFit(box.height, at) && widest * at <= box.width) return { size: at, lines };
  }
  const left = { ...label };
  const most = linesThatFit(box.height, smallest);
  for (const name of droppable) {
    if (order.filter((each) => left[each]).length <= most) break;
    left[name] = '';
  }
  return { size: smallest, lines: order.map((name) => left[name]).filter(Boolean) };
}
