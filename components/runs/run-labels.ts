import { type ErrorCode, messageFor } from '#lib/api/error';
import type { Run } from '#lib/api/runs';
import type { Tone } from '#lib/format/tone';

/** Text and tone of each state of a run. */
export const stateLabels: Record<Run['state'], { label: string; tone: Tone }> = {
  sent: { label: 'Requested', tone: 'accent' },
  receiving: { label: 'Receiving', tone: 'accent' },
  ready: { label: 'Ready', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
  interrupted: { label: 'Interrupted', tone: 'warning' },
};

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** 1,234 bytes, 56.7 kB: decimal units, as file managers show them. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${size.toLocaleString('en-US', { maximumFractionDigits: digits })} ${units[unit]}`;
}

/** 4 s, 1 min 5 s. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, ms / 1000);
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Why a run failed, in a sentence. */
export function failureText(run: Run): string {
  if (run.state === 'interrupted')
    return 'The dashboard was stopped while it received the file. Run the report again.';
  return run.error
    ? (messageFor(run.error as ErrorCode) ?? 'The report could not be created.')
    : 'The report could not be created.';
}
