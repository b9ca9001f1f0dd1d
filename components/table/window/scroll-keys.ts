export type ScrollBox = {
  top: number;
  left: number;
  height: number;
  contentHeight: number;
  /** Height of one row in px. */
  row: number;
  /** Height taken by the sticky header and footer in px. */
  frame: number;
};

const sideStepPx = 96;

/** Scroll position after a key, or null when the table does not handle the key. */
export function scrollTarget(key: string, box: ScrollBox): { top?: number; left?: number } | null {
  const page = Math.max(box.row, Math.floor((box.height - box.frame) / box.row) * box.row);
  const end = Math.max(0, box.contentHeight - box.height);
  const to = (top: number) => ({ top: Math.max(0, Math.min(end, top)) });
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(box.top + box.row);
    case 'ArrowUp':
    case 'k':
      return to(box.top - box.row);
    case 'PageDown':
    case ' ':
      return to(box.top + page);
    case 'PageUp':
      return to(box.top - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(end);
    case 'ArrowRight':
      return { left: box.left + sideStepPx };
    case 'ArrowLeft':
      return { left: Math.max(0, box.left - sideStepPx) };
    default:
      return null;
  }
}
