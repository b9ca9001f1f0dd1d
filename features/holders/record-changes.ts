// Reads the changes of a holder's record as lines to show.

import type { ResponseFor } from '#lib/contract/index';
import { formatDate, isDate } from '#lib/format/dates';
import { textOf } from '#lib/format/text-of';
import { fieldLabel } from './record-parts.ts';

type Row = ResponseFor<'GetHolderChanges'>['changes'][number];

export type ChangeLine = { label: string; before: string; after: string };

/** One change of a holder's record. */
export type RecordChange = {
  id: string;
  /** An instant, or '' when it cannot be read. */
  at: string;
  isFirst: boolean;
  by: string;
  /** Without contact data where the role does not include them. */
  lines: readonly ChangeLine[];
};

export const changesInput = (issuer: number, account: string) => ({
  customerIssuerId: issuer,
  customerShareholderId: account,
});

function valueText(value: string | null): string {
  if (value === 'true') return 'Yes';
  if (value === 'false') return 'No';
  return isDate(value ?? '') ? formatDate(value ?? '') : value || '–';
}

const lineOf = ({ field, before, after }: Row['registration'][number]): ChangeLine => ({
  label: fieldLabel(field),
  before: valueText(before),
  after: valueText(after),
});

/** Who made a change: the user, else the API client. */
function actorOf(row: Row): string {
  const name = [row.byFirstName, row.byLastName].filter(Boolean).join(' ');
  const email = textOf(row.byEmail);
  if (name && email) return `${name} (${email})`;
  return name || email || (row.clientId ? `API client ${row.clientId}` : '');
}

/** The changes as the page shows them, newest first. */
export function recordChanges(rows: readonly Row[]): RecordChange[] {
  return rows.map((row, index) => ({
    id: `${index} ${textOf(row.changedAt)}`,
    at: Number.isNaN(Date.parse(textOf(row.changedAt))) ? '' : textOf(row.changedAt),
    isFirst: row.action === 'Create',
    by: actorOf(row),
    lines: [...row.registration, ...(row.contact ?? [])].map(lineOf),
  }));
}
