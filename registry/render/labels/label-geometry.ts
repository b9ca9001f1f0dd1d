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

type Row = readonly [
  columns: number,
  rows: number,
  width: number,
  height: number,
  left: number,
  top: number,
  pitchX: number,
  pitchY: number,
  size: number,
  inset?: number,
];

const edge = 0.06;
const narrowEdge = 0.03;

const families = {
  A30: [3, 10, 2.625, 1, 0.1875, 0.5, 2.75, 1, 8],
  A20: [2, 10, 4, 1, 0.15625, 0.5, 4.1875, 1, 8],
  A14: [2, 7, 4, 1.3333, 0.15625, 0.8333, 4.1875, 1.3333, 9],
  A14T: [2, 7, 4, 1.5, 0.15625, 0.25, 4.1875, 1.5, 9],
  A12: [2, 6, 4, 1.5, 0.1875, 1, 4.125, 1.5, 9],
  S10: [2, 5, 4, 2, 0.15625, 0.5, 4.1875, 2, 11],
  S6: [2, 3, 4, 3.3333, 0.15625, 0.5, 4.1875, 3.3333, 12],
  S4: [2, 2, 3.5, 5, 0.5, 0.5, 4, 5, 12],
  S2: [1, 2, 8.5, 5.5, 0, 0, 8.5, 5.5, 12, 0.5],
  S1: [1, 1, 8.5, 11, 0, 0, 8.5, 11, 12, 0.5],
  R80: [4, 20, 1.75, 0.5, 0.28125, 0.5, 2.0625, 0.5, 6, narrowEdge],
  R60: [4, 15, 1.75, 0.6667, 0.28125, 0.5, 2.0625, 0.6667, 7, narrowEdge],
  A18: [3, 6, 2.375, 1.25, 0.3725, 1.125, 2.69, 1.5, 8],
  A12G: [2, 6, 3.75, 1.25, 0.375, 1.125, 4, 1.5, 9],
  S8G: [2, 4, 3.75, 2, 0.375, 1.125, 4, 2.25, 11],
  S6G: [2, 3, 3.75, 3, 0.375, 0.625, 4, 3.375, 12],
  C20: [2, 10, 4.125, 1, 0.083, 0.5, 4.209, 1, 8],
  C14: [2, 7, 4.125, 1.3333, 0.083, 0.8333, 4.209, 1.3333, 9],
  C10: [2, 5, 4.125, 2, 0.083, 0.5, 4.209, 2, 11],
  C6: [2, 3, 4.125, 3.3333, 0.083, 0.5, 4.209, 3.3333, 12],
} as const satisfies Record<string, Row>;

export type LabelSheet = keyof typeof families;

export const labelSheets = Object.keys(families) as LabelSheet[];

export function labelGeometry(sheet: LabelSheet): LabelGeometry {
  const [columns, rows, width, height, left, top, pitchX, pitchY, size, inset = edge]: Row = families[sheet];
  return { columns, rows, width, height, left, top, pitchX, pitchY, size, inset };
}

/** Position of the n-th label of a sheet, from 0, row by row; inches from the top left corner of the page. */
export function labelPlace(geometry: LabelGeometry, index: number): { x: number; y: number } {
  const column = index % geometry.columns;
  const row = Math.floor(index / geometry.columns);
  return { x: geometry.left + column * geometry.pitchX, y: geometry.top + row * geometry.pitchY };
}
