// Sheets of address labels: codes, measures and the field that selects one.

import { z } from 'zod';
import type { Choice } from './fields.ts';

/** Label sheets by layout family; the registry draws by family. */
const codesByFamily = {
  A30: '5160 5260 5510 5520 5560 5660 5810 5920 5960 5970 5971 5972 5979 5980 6231 6233 6245 6460 6498 8160 8250 8460 8560 8620 8660 8810 8920 8930',
  A20: '5161 5261 5961 8161 8461',
  A14: '5162 5262 5512 5522 5922 5962 8162 8252 8462 8662 8922 8932',
  A14T: '5159',
  A12: '5197',
  S10: '5163 5263 5513 5523 5795 5923 5963 5978 8163 8253 8463 8663 8763 8923',
  S6: '5164 5264 5514 5524 6464 6499 8164 8254 8464',
  S4: '5168 8168',
  S2: '5526 8126',
  S1: '5165 5265 6465 8165 8255 8465 8665',
  R80: '5167 5267 5667 5927 6467 6504 8167 8567 8667 8927',
  R60: '5195 8195',
  A18: '6871',
  A12G: '6879 8769',
  S8G: '6873',
  S6G: '6874',
  C20: '5661',
  C14: '5662',
  C10: '5663',
  C6: '5664',
} as const;

export type LabelFamily = keyof typeof codesByFamily;
export type LabelType = `LABEL${number}`;

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

type Measures = readonly [number, number, number, number, number, number, number, number];

/** Columns, rows, label width and height, left and top edge, distance between labels across and down. */
const measures: Record<LabelFamily, Measures> = {
  A30: [3, 10, 2.625, 1, 0.1875, 0.5, 2.75, 1],
  A20: [2, 10, 4, 1, 0.15625, 0.5, 4.1875, 1],
  A14: [2, 7, 4, 1.3333, 0.15625, 0.8333, 4.1875, 1.3333],
  A14T: [2, 7, 4, 1.5, 0.15625, 0.25, 4.1875, 1.5],
  A12: [2, 6, 4, 1.5, 0.1875, 1, 4.125, 1.5],
  S10: [2, 5, 4, 2, 0.15625, 0.5, 4.1875, 2],
  S6: [2, 3, 4, 3.3333, 0.15625, 0.5, 4.1875, 3.3333],
  S4: [2, 2, 3.5, 5, 0.5, 0.5, 4, 5],
  S2: [1, 2, 8.5, 5.5, 0, 0, 8.5, 5.5],
  S1: [1, 1, 8.5, 11, 0, 0, 8.5, 11],
  R80: [4, 20, 1.75, 0.5, 0.28125, 0.5, 2.0625, 0.5],
  R60: [4, 15, 1.75, 0.6667, 0.28125, 0.5, 2.0625, 0.6667],
  A18: [3, 6, 2.375, 1.25, 0.3725, 1.125, 2.69, 1.5],
  A12G: [2, 6, 3.75, 1.25, 0.375, 1.125, 4, 1.5],
  S8G: [2, 4, 3.75, 2, 0.375, 1.125, 4, 2.25],
  S6G: [2, 3, 3.75, 3, 0.375, 0.625, 4, 3.375],
  C20: [2, 10, 4.125, 1, 0.083, 0.5, 4.209, 1],
  C14: [2, 7, 4.125, 1.3333, 0.083, 0.8333, 4.209, 1.3333],
  C10: [2, 5, 4.125, 2, 0.083, 0.5, 4.209, 2],
  C6: [2, 3, 4.125, 3.3333, 0.083, 0.5, 4.209, 3.3333],
};

function sheetOf([columns, rows, width, height, left, top, pitchX, pitchY]: Measures): LabelSheet {
  return { columns, rows, width, height, left, top, pitchX, pitchY };
}

/** The sheet of each family: the registry prints by it, and the dashboard draws it beside the form. */
export const labelSheets = Object.fromEntries(
  Object.entries(measures).map(([family, row]) => [family, sheetOf(row)]),
) as Record<LabelFamily, LabelSheet>;

/** Every accepted label code, with its family. */
export const labelFamilies: ReadonlyMap<LabelType, LabelFamily> = new Map(
  Object.entries(codesByFamily).flatMap(([family, codes]) =>
    codes.split(' ').map((code) => [`LABEL${Number(code)}`, family as LabelFamily] as const),
  ),
);

/** The codes offered first; the others stay available. */
export const frequentLabels = [5160, 5159, 5161, 5162, 5163, 5164, 5167, 5168, 5260, 8160, 8162, 8932].map(
  (code): LabelType => `LABEL${code}`,
);

const ordered = [...labelFamilies.keys()].sort();

function labelChoice(value: LabelType): Choice {
  const family = labelFamilies.get(value) as LabelFamily;
  const { columns, rows } = labelSheets[family];
  const small =
    family === 'R80' || family === 'R60' ? ' Small labels: long addresses are shrunk or cut.' : '';
  return {
    value,
    title: `${value.slice(5)}: ${columns * rows} per sheet`,
    help: `${columns} across, ${rows} down.${small}`,
  };
}

/** labelType, from LABEL5159 to LABEL8932; address labels only. */
export const labelType = z.enum(ordered as [LabelType, ...LabelType[]]).meta({
  title: 'Label sheet',
  description: 'The code printed on the label stock. Print at actual size, without fitting to the page.',
  control: 'choice',
  choices: [...frequentLabels, ...ordered.filter((code) => !frequentLabels.includes(code))].map(labelChoice),
  group: 'Format',
  initial: 'LABEL5160',
});
