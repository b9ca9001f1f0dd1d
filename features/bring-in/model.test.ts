import { describe, expect, test } from 'vitest';
import { countsText, currentStep, isDone, mayBeApproved, needsAnother, steps, workText } from './model.ts';

const none = { stop: 0, error: 0, warning: 0, note: 0 };
const at = (
  state: 'Uploading' | 'Uploaded' | 'Checked' | 'Approved' | 'Posted' | 'Discarded',
  counts = none,
) => ({
  state,
  counts,
  work: null,
});

describe('the step that is next', () => {
  test.each([
    [at('Uploading'), 'Upload', []],
    [at('Uploaded'), 'Check', ['Upload']],
    [at('Checked', { ...none, error: 1 }), 'Check', ['Upload']],
    [at('Checked', { ...none, stop: 1 }), 'Check', ['Upload']],
    [at('Checked', { ...none, warning: 2 }), 'Approve', ['Upload', 'Check', 'Preview']],
    [at('Approved'), 'Post', ['Upload', 'Check', 'Preview', 'Approve']],
    [at('Posted'), null, [...steps]],
    [at('Discarded'), null, []],
  ] as const)('%j: %s', (file, next, done) => {
    expect(currentStep(file)).toBe(next);
    expect(steps.filter((step) => isDone(file, step))).toEqual(done);
  });
});

test('what is checked again cannot be approved meanwhile', () => {
  const work = { kind: 'check', step: 'Holders', rows: 12000, since: '' } as const;
  expect(mayBeApproved({ ...at('Checked'), work })).toBe(false);
  expect(mayBeApproved(at('Checked'))).toBe(true);
  expect(workText(work)).toBe('Checking: Holders, 12,000 rows read…');
});

test('counts in words', () => {
  expect(countsText(null)).toBe('–');
  expect(countsText(none)).toBe('No findings');
  expect(countsText({ stop: 1, error: 1, warning: 1, note: 0 })).toBe('2 errors, 1 warning');
});

test('another user is needed only where the registry asks for one', () => {
  const file = { isApprovalRequired: true, uploadedBy: 'Clerk@harborline.example' };
  expect(needsAnother(file, 'clerk@harborline.example')).toBe(true);
  expect(needsAnother(file, 'operator@harborline.example')).toBe(false);
  expect(needsAnother({ ...file, isApprovalRequired: false }, 'clerk@harborline.example')).toBe(false);
});
