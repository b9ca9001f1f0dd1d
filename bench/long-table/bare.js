/*
 * The baseline: as many rows as the table draws, created once and moved, with text set by script; no header, no
 * column layout, no selection, no screen reader support.
 */
const rowPx = 30;
const heightPx = 640;
const overscan = 12;
/** Scroll height, less than the sum of the row heights: browsers limit the height of an element. */
const scrollPxMax = 12_000_000;

/** Draws `total` rows into `root`; `texts` gives the texts of a row's cells. */
export function bareList(root, total, texts) {
  const box = document.createElement('section');
  box.tabIndex = 0;
  box.style.cssText = `position: relative; height: ${heightPx}px; overflow: auto`;
  const space = document.createElement('div');
  const wholePx = total * rowPx;
  const scrollPx = Math.min(wholePx, scrollPxMax);
  space.style.height = `${scrollPx}px`;
  box.append(space);
  const count = Math.ceil(heightPx / rowPx) + 1 + 2 * overscan;
  const rows = Array.from({ length: count }, () => {
    const row = document.createElement('div');
    row.style.cssText = `position: absolute; top: 0; left: 0; display: flex; height: ${rowPx}px`;
    for (const _ of texts(0)) {
      const cell = document.createElement('span');
      cell.style.cssText = 'width: 150px; overflow: hidden; white-space: nowrap';
      cell.append('');
      row.append(cell);
    }
    space.append(row);
    return row;
  });
  const draw = () => {
    const share = box.scrollTop / (scrollPx - heightPx);
    const seen = Math.min(total - 1, Math.round((share * (wholePx - heightPx)) / rowPx));
    const from = Math.max(0, Math.min(seen - overscan, total - count));
    for (let index = from; index < from + count; index += 1) {
      const row = rows[index % count];
      row.style.transform = `translateY(${box.scrollTop + (index - seen) * rowPx}px)`;
      const name = `${index + 2}`;
      if (row.getAttribute('aria-rowindex') === name) continue;
      row.setAttribute('aria-rowindex', name);
      for (const [at, text] of texts(index).entries()) row.children[at].firstChild.data = text;
    }
  };
  box.addEventListener('scroll', draw, { passive: true });
  root.append(box);
  draw();
}
