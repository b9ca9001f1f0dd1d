import type { Tone } from '#lib/format/tone';
import type { Filled } from './ta2-filled.ts';
import type { Source } from './ta2-lines.ts';

const sources: Record<Source, { word: string; tone: Tone }> = {
  operation: { word: 'TA-2 report', tone: 'accent' },
  derived: { word: 'Derived', tone: 'neutral' },
  typed: { word: 'Entered', tone: 'warning' },
};

/** Source of a line's answer, in one word. */
export const sourceOf = (line: Filled) =>
  line.value === '' ? (line.optional ? 'If needed' : 'Missing') : sources[line.from].word;

export const toneOf = (line: Filled): Tone =>
  line.value === '' ? (line.optional ? 'neutral' : 'danger') : sources[line.from].tone;
