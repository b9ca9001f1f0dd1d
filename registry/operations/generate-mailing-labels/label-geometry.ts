// Places and font sizes of the labels on each kind of label sheet.

import { type LabelFamily, labelSheets } from '#lib/contract/labels';
import type { LabelGeometry } from '#registry/render/labels/label-geometry';

/** Largest font size in points. */
const sizes: Record<LabelFamily, number> = {
  A30: 8,
  A20: 8,
  A14: 9,
  A14T: 9,
  A12: 9,
  S10: 11,
  S6: 12,
  S4: 12,
  S2: 12,
  S1: 12,
  R80: 6,
  R60: 7,
  A18: 8,
  A12G: 9,
  S8G: 11,
  S6G: 12,
  C20: 8,
  C14: 9,
  C10: 11,
  C6: 12,
};

/** Margins inside a label that differ from the usual one, in inches. */
const insets: Partial<Record<LabelFamily, number>> = { S2: 0.5, S1: 0.5, R80: 0.03, R60: 0.03 };
const usualInset = 0.06;

export function labelGeometry(family: LabelFamily): LabelGeometry {
  return { ...labelSheets[family], size: sizes[family], inset: insets[family] ?? usualInset };
}
