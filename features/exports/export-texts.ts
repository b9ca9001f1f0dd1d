// Labels and states of exports as the pages show them.

import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { ExportRow } from './types.ts';

export const pageTitle = 'Export registers';

export const listInput = { start: 0, numberOfRows: 200 } as const;

export const formText: Record<ExportRow['form'], string> = {
  Archive: 'Archive of everything',
  OpenCapTable: 'Open Cap Table package',
  Workbook: 'Workbook in the form of the template',
};

/** Which personal data the file has. */
export const variantText: Record<ExportRow['variant'], string> = {
  Full: 'Included',
  Masked: 'Masked',
  Plain: 'Left out',
};

type Standing = Pick<ExportRow, 'state' | 'work' | 'problem' | 'isStopping'>;

/** How far it has come, and its tone. */
export function standingOf({ state, work, problem, isStopping }: Standing): { text: string; tone: Tone } {
  if (work) return { text: isStopping ? 'Stopping' : 'In progress', tone: 'accent' };
  if (state === 'Complete') return { text: 'Complete', tone: 'positive' };
  if (state === 'Discarded') return { text: 'Discarded', tone: 'neutral' };
  return problem ? { text: 'Failed', tone: 'danger' } : { text: 'Stopped', tone: 'warning' };
}

/** 'Larkspur Inc. (1001)', or how many there are. */
export function issuersText(issuers: ExportRow['issuers']): string {
  const [first, ...more] = issuers;
  if (!first) return '–';
  return more.length === 0 ? `${first.name} (${first.customerIssuerId})` : `${issuers.length} issuers`;
}

/** What is done at the moment. */
export function workText({ step, rows, partsDone, partsTotal }: NonNullable<ExportRow['work']>): string {
  const parts =
    Number(partsTotal) > 0 ? `${formatShares(partsDone)} of ${formatShares(partsTotal)} files` : '';
  const read = Number(rows) > 0 ? `${formatShares(rows)} rows read` : '';
  return ['Creating the file', step, parts, read].filter(Boolean).join(', ').concat('…');
}

const stepTexts: Record<string, string> = {
  ExportBegun: 'Started',
  StopAsked: 'Stop requested',
  ExportStopped: 'Stopped',
  ExportContinued: 'Continued',
  ExportFailed: 'Failed',
  Completed: 'Completed',
  Discarded: 'Discarded',
};

export const stepText = (kind: string): string => stepTexts[kind] ?? kind;
