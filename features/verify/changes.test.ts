import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { changesOf, changeText } from './changes.ts';

const entry = (effective: string) => ({ effective }) as JournalEntry;
const day = '2026-11-20';

describe('changes since a file', () => {
  it('are transactions that take effect on or before its day', () => {
    const changes = changesOf(day, [entry('2026-11-20'), entry('2026-11-21'), entry('2025-01-01')], []);
    expect([changes.superseding.length, changes.later]).toEqual([2, 1]);
    expect(changeText(changes, day)).toBe(
      'The books have changed: 2 transactions completed since take effect on or before Nov 20, 2026. 1 transaction completed since takes effect later.',
    );
  });

  it('are none by later business alone', () => {
    expect(changeText(changesOf(day, [entry('2026-11-23')], []), day)).toMatch(
      /^The figures for Nov 20, 2026 are the same today/,
    );
  });

  it('are not denied while transactions of the day itself may or may not be in the file', () => {
    const text = changeText(changesOf(day, [], [entry(day)]), day);
    expect(text).not.toContain('the same today');
    expect(text).toContain('1 transaction completed on the day the file was created may be in it or not.');
  });

  it('count an effective date that cannot be read', () => {
    expect(changesOf(day, [entry('soon')], []).superseding).toHaveLength(1);
  });
});
