import type { Severity } from '../findings.ts';

/** What reading a cell gives: a value, or the reason why there is none. A value may come with a remark. */
export type Outcome = { value: string | null; remark?: Remark };

export type Remark = { code: string; severity: Severity; sentence: string };

export const valued = (value: string | null, remark?: Remark): Outcome =>
  remark ? { value, remark } : { value };

/** A cell that is not read: an error unless the severity says otherwise. */
export const refused = (code: string, sentence: string): Outcome => ({
  value: null,
  remark: { code, severity: 'error', sentence },
});

export const warned = (value: string, code: string, sentence: string): Outcome =>
  valued(value, { code, severity: 'warning', sentence });
