// Compares the registration on file with the typed values, field by field.

import { addressNames } from '#lib/contract/address-names';
import {
  type Choices,
  draftOf,
  type HolderDraft,
  type HolderRecord,
  labelOf,
  nameModeOf,
  taxModeOf,
} from './holder-draft.ts';

export type DiffRow = { name: string; label: string; before: string; after: string; changed: boolean };

const nameOrder = ['name', 'sortName', 'accountType'] as const;
const taxOrder = ['TaxIdType', 'TaxId', 'PayeeName'] as const;

const joined = (draft: HolderDraft) =>
  [draft.name, draft.name2, draft.name3]
    .map((line) => line?.trim())
    .filter(Boolean)
    .join(' / ');

/** `*****6789` for a number just typed. */
export const masked = (typed: string) => {
  const bare = typed.replace(/[^A-Za-z0-9]/g, '');
  return bare.length > 5 ? `*****${bare.slice(-4)}` : bare && '*****';
};

function taxAfter(draft: HolderDraft, side: 'primary' | 'secondary', onFile: string): string {
  const mode = taxModeOf(draft, side);
  return mode === 'keep' ? onFile : mode === 'type' ? masked(draft[`${side}TaxId`] ?? '') : '';
}

/**
 * Values on file and new values, field by field, without empty rows. A newly typed tax id always counts as
 * changed: only its last four digits are known here. So do typed name lines: those on file are not known.
 */
export function diffOf(draft: HolderDraft, record: HolderRecord | null, accountTypes: Choices): DiffRow[] {
  const before: HolderDraft = record ? draftOf(record, accountTypes) : {};
  const fields = (record ?? {}) as Record<string, unknown>;
  const type = (value: string | undefined) =>
    accountTypes.find((one) => one.value === value)?.label ?? value ?? '';
  const rows: DiffRow[] = [];
  const add = (name: string, label: string, was: string, is: string, changed = was !== is) => {
    if (was || is) rows.push({ name, label, before: was, after: is, changed });
  };
  if (!record)
    add('customerShareholderId', labelOf('customerShareholderId'), '', draft.customerShareholderId ?? '');
  for (const name of nameOrder) {
    if (name === 'name') {
      const onFile = before.name ?? '';
      const isKept = record !== null && nameModeOf(draft) === 'keep';
      add(name, 'Registered name', onFile, isKept ? onFile : joined(draft), !isKept);
    } else if (name === 'accountType') add(name, labelOf(name), type(before[name]), type(draft[name]));
    else add(name, labelOf(name), before[name] ?? '', draft[name]?.trim() ?? '');
  }
  for (const side of ['primary', 'secondary'] as const) {
    for (const rest of taxOrder) {
      const name = `${side}${rest}`;
      if (rest === 'TaxId') {
        const onFile = String(fields[name] ?? '');
        const after = taxAfter(draft, side, onFile);
        add(
          name,
          labelOf(name),
          onFile,
          after,
          taxModeOf(draft, side) !== 'keep' && (onFile || after) !== '',
        );
      } else if (rest === 'TaxIdType') {
        const shown = (of: HolderDraft, number: string) => (number ? (of[name] ?? '') : '');
        const onFile = String(fields[`${side}TaxId`] ?? '');
        add(name, labelOf(name), shown(before, onFile), shown(draft, taxAfter(draft, side, onFile)));
      } else add(name, labelOf(name), before[name] ?? '', draft[name]?.trim() ?? '');
    }
  }
  for (const side of ['primaryAddress', 'mailingAddress'] as const) {
    const given = side === 'primaryAddress' || draft.mailing === 'own';
    const prefix = side === 'primaryAddress' ? '' : 'Mail: ';
    for (const part of addressNames) {
      const name = `${side}.${part}`;
      const label = labelOf(name, draft[`${side}.country2Code`] || 'US');
      const shown = prefix ? `${prefix}${label.toLowerCase()}` : label;
      add(name, shown, before[name] ?? '', given ? (draft[name]?.trim() ?? '') : '');
    }
  }
  return rows;
}
