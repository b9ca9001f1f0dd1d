import { type LabelFamily, labelFamilies, labelLayouts } from '../contract/labels.ts';

/** A label sheet on US Letter portrait, in inches from the top left corner. */
export type LabelSheet = {
  columns: number;
  rows: number;
  width: number;
  height: number;
  left: number;
  top: number;
  pitchX: number;
  pitchY: number;
};

/** Label width and height, left and top edge, distance between labels across and down. */
const places: Record<LabelFamily, readonly [number, number, number, number, number, number]> = {
  A30: [2.625, 1, 0.1875, 0.5, 2.75, 1],
  A20: [4, 1, 0.15625, 0.5, 4.1875, 1],
  A14: [4, 1.3333, 0.15625, 0.8333, 4.1875, 1.3333],
  A14T: [4, 1.5, 0.15625, 0.25, 4.1875, 1.5],
  A12: [4, 1.5, 0.1875, 1, 4.125, 1.5],
  S10: [4, 2, 0.15625, 0.5, 4.1875, 2],
  S6: [4, 3.3333, 0.15625, 0.5, 4.1875, 3.3333],
  S4: [3.5, 5, 0.5, 0.5, 4, 5],
  S2: [8.5, 5.5, 0, 0, 8.5, 5.5],
  S1: [8.5, 11, 0, 0, 8.5, 11],
  R80: [1.75, 0.5, 0.28125, 0.5, 2.0625, 0.5],
  R60: [1.75, 0.6667, 0.28125, 0.5, 2.0625, 0.6667],
  A18: [2.375, 1.25, 0.3725, 1.125, 2.69, 1.5],
  A12G: [3.75, 1.25, 0.375, 1.125, 4, 1.5],
  S8G: [3.75, 2, 0.375, 1.125, 4, 2.25],
  S6G: [3.75, 3, 0.375, 0.625, 4, 3.375],
  C20: [4.125, 1, 0.083, 0.5, 4.209, 1],
  C14: [4.125, 1.3333, 0.083, 0.8333, 4.209, 1.3333],
  C10: [4.125, 2, 0.083, 0.5, 4.209, 2],
  C6: [4.125, 3.3333, 0.083, 0.5, 4.209, 3.3333],
};

/** The sheet of a family of label codes, as the registry prints it; a test compares the two. */
export function labelSheet(family: LabelFamily): LabelSheet {
  const [width, height, left, top, pitchX, pitchY] = places[family];
  return { ...labelLayouts[family], width, height, left, top, pitchX, pitchY };
}

export type LabelSheets = {
  families: Partial<Record<LabelFamily, LabelSheet>>;
  codes: Readonly<Record<string, LabelFamily>>;
};

/** Every label code with its sheet, as plain data for the preview in the browser. */
export function labelSheets(): LabelSheets {
  const families = Object.keys(places) as LabelFamily[];
  return {
    families: Object.fromEntries(families.map((family) => [family, labelSheet(family)])),
    codes: Object.fromEntries(labelFamilies),
  };
}
