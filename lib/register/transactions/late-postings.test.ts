import { describe, expect, it } from 'vitest';
import type { JournalEntry, JournalLine } from './journal.ts';
import { changesOf, changeText, latePostings } from './late-postings.ts';

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

describe('late postings', () => {
  const line = (className: string, side: JournalLine['side'], shares: bigint | null) =>
    ({ id: `${side}/${className}`, side, className, shares, treasury: false }) as JournalLine;
  const posted = (key: string, canceled: JournalLine[], issued: JournalLine[]) =>
    ({
      ...{ id: 5, key, number: `N${key}`, type: 'Conversion', code: 'C' },
      ...{ effective: '2026-10-30', processed: '2026-11-21', canceled, issued },
    }) as unknown as JournalEntry;

  it('are named with number, days, class and shares, one line for each class', () => {
    const conversion = posted('1', [line('Preferred', 'canceled', 100n)], [line('Common', 'issued', 250n)]);
    const rows = latePostings({ superseding: [conversion], sameDay: [posted('2', [], [])] });
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ number: 'N1', effective: '2026-10-30', processed: '2026-11-21', isSameDay: false },
        ...{ className: 'Preferred', canceled: 100n, issued: 0n, net: -100n },
      }),
      expect.objectContaining({ number: 'N1', className: 'Common', canceled: 0n, issued: 250n, net: 250n }),
      // A transaction without lines is named, and its shares are not.
      expect.objectContaining({ number: 'N2', className: '–', net: null, isSameDay: true }),
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });
});
