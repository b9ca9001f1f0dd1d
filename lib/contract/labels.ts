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

/** Labels per sheet, columns by rows. */
export const labelLayouts: Record<LabelFamily, { columns: number; rows: number }> = {
  A30: { columns: 3, rows: 10 },
  A20: { columns: 2, rows: 10 },
  A14: { columns: 2, rows: 7 },
  A14T: { columns: 2, rows: 7 },
  A12: { columns: 2, rows: 6 },
  S10: { columns: 2, rows: 5 },
  S6: { columns: 2, rows: 3 },
  S4: { columns: 2, rows: 2 },
  S2: { columns: 1, rows: 2 },
  S1: { columns: 1, rows: 1 },
  R80: { columns: 4, rows: 20 },
  R60: { columns: 4, rows: 15 },
  A18: { columns: 3, rows: 6 },
  A12G: { columns: 2, rows: 6 },
  S8G: { columns: 2, rows: 4 },
  S6G: { columns: 2, rows: 3 },
  C20: { columns: 2, rows: 10 },
  C14: { columns: 2, rows: 7 },
  C10: { columns: 2, rows: 5 },
  C6: { columns: 2, rows: 3 },
};

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
  const { columns, rows } = labelLayouts[family];
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
