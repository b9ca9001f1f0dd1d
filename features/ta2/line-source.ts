import type { Tone } from '#lib/format/tone';
import type { Filled } from './ta2-filled.ts';
import type { Source } from './ta2-lines.ts';

const sources: Record<Source, { label: string; tone: Tone }> = {
  operation: { label: 'TA-2 report', tone: 'accent' },
  derived: { label: 'Derived', tone: 'neutral' },
  typed: { label: 'Entered', tone: 'warning' },
};

/** Source of a line's answer, in one word. */
export const sourceOf = (line: Filled) =>
  line.value === '' ? (line.optional ? 'If needed' : 'Missing') : sources[line.from].label;

export const toneOf = (line: Filled): Tone =>
  line.value === '' ? (line.optional ? 'neutral' : 'danger') : sources[line.from].tone;
