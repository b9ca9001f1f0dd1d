// Places of the labels on a sheet.

/** A label sheet on US Letter portrait, in inches from the top left corner. */
export type LabelGeometry = {
  columns: number;
  rows: number;
  width: number;
  height: number;
  left: number;
  top: number;
  pitchX: number;
  pitchY: number;
  /** Margin inside a label. */
  inset: number;
  /** Largest font size in points. */
  size: number;
};

/** Position of the n-th label of a sheet, from 0, row by row; inches from the top left corner of the page. */
export function labelPlace(geometry: LabelGeometry, index: number): { x: number; y: number } {
  const column = index % geometry.columns;
  const row = Math.floor(index / geometry.columns);
  return { x: geometry.left + column * geometry.pitchX, y: geometry.top + row * geometry.pitchY };
}
