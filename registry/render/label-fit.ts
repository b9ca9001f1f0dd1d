/** An address as it stands on a label, from top to bottom; empty lines are left out. */
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
/** What may go where there is no room; never the name, street, city line or country. */
const droppable = ['name3', 'address2', 'name2'] as const;

const smallest = 6;
export const lineSpacing = 1.2;

/** Lines of a size that fit a height in points. */
export function linesThatFit(height: number, size: number): number {
  return Math.floor(height / (lineSpacing * size) + 1e-9);
}

/**
 * The largest size from `size` down to 6 points at which all lines fit the box (points), else 6 points with lines left
 * out as far as needed. A line still too wide at 6 points is narrowed when drawn. `widthAt1` measures at 1 point.
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
  const kept = { ...label };
  const most = linesThatFit(box.height, smallest);
  for (const name of droppable) {
    if (order.filter((each) => kept[each]).length <= most) break;
    kept[name] = '';
  }
  return { size: smallest, lines: order.map((name) => kept[name]).filter(Boolean) };
}
