// Types of the check of a bulk sheet: its options, and how a check adds a finding.

import type { BulkSettings } from '../instruction-settings.ts';

export type CheckBulk = {
  today: string;
  now: Date;
  settings: BulkSettings;
  onStep?: (what: string, rows?: number) => void;
};

/** Adds a finding at a field of an instruction. */
export type AddAt = (finding: {
  sheetKey: string;
  column: string;
  row: number;
  code: string;
  severity: 'error' | 'warning';
  value: string;
  sentence: string;
}) => void;
