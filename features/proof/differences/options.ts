// Options of the select fields in forms of record differences.

import { differenceBases } from '#lib/contract/agent/difference-kinds';

export const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const basisOptions = differenceBases.map((value) => ({
  value,
  label:
    value === 'Totals'
      ? 'Totals: register and control book differ'
      : 'Detail: what was presented differs from the register',
}));

export const notStated = { value: '', label: 'Not stated' };
