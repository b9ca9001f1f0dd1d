import { describe, expect, test } from 'vitest';
import type { Ta2Step } from '#registry/ledger/ta2-worksheet';
import { type Answers, answersOf, signOffOf } from './sign-off.ts';

const step = (version: number, kind: Ta2Step['kind'], more: Partial<Ta2Step> = {}): Ta2Step => ({
  ...{ version, kind, line: '', value: null, reason: '', title: '', telephone: '', answers: null },
  ...{ by_email: 'a@x.example', by_first_name: 'A', by_last_name: 'X', at: '2026-02-01T15:00:00Z' },
  ...more,
});
const answers: Answers = { '1a': '1', '4a': '12' };
const signed = JSON.stringify(answers);
const prepared = step(2, 'Prepared', { answers: signed });
const certified = step(3, 'Certified', { answers: signed, by_email: 'b@x.example' });

describe('a sign-off', () => {
  test('is open, prepared, certified', () => {
    expect(signOffOf([], answers).state).toBe('Open');
    expect(signOffOf([prepared], answers)).toMatchObject({ state: 'Prepared', certified: null });
    expect(signOffOf([prepared, certified], answers)).toMatchObject({ state: 'Certified', takenBack: '' });
  });

  test('is taken back by an entry, and counts again only when both sign anew', () => {
    const entry = step(4, 'Entered', { line: '1a', value: '2' });
    const after = { ...answers, '1a': '2' };
    expect(signOffOf([prepared, certified, entry], after)).toMatchObject({
      ...{ state: 'Taken back', prepared: null, certified: null },
      takenBack: 'An entry was changed after the worksheet was certified.',
      changes: [{ line: '1a', was: '1', is: '2' }],
    });
    const again = step(5, 'Prepared', { answers: JSON.stringify(after) });
    expect(signOffOf([prepared, certified, entry, again], after)).toMatchObject({
      ...{ state: 'Prepared', certified: null, takenBack: '' },
    });
  });

  test('is taken back by an entry that was put back afterwards', () => {
    const steps = [
      ...[prepared, certified, step(4, 'Entered', { line: '1a', value: '2' })],
      step(5, 'Entered', { line: '1a', value: '1' }),
    ];
    expect(signOffOf(steps, answers)).toMatchObject({ state: 'Taken back', changes: [] });
  });

  test('is taken back by a record that changed, also by one that disappeared', () => {
    expect(signOffOf([prepared], { ...answers, '4a': '13' })).toMatchObject({
      ...{ state: 'Taken back', takenBack: 'The records changed after the worksheet was prepared.' },
      changes: [{ line: '4a', was: '12', is: '13' }],
    });
    expect(signOffOf([prepared, certified], { '1a': '1' }).changes).toEqual([
      { line: '4a', was: '12', is: null },
    ]);
  });
});

test('an entry goes before a record, a cleared one leaves it, and a line not asked for is left out', () => {
  const recorded = new Map([
    ['4a', { value: '12' }],
    ['9a', { value: 'Yes' }],
    ['9ai', { value: '0' }],
  ]);
  const entered = step(1, 'Entered', { line: '4a', value: '13' });
  expect(answersOf(recorded, [entered], false)).toEqual({ '4a': '13', '9a': 'Yes' });
  expect(answersOf(recorded, [entered, step(2, 'Cleared', { line: '4a' })], false)).toEqual({
    '4a': '12',
    '9a': 'Yes',
  });
  expect(answersOf(recorded, [], true)).toEqual({ '4a': '12' });
});
