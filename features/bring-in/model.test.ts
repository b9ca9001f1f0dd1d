import { describe, expect, test } from 'vitest';
import { accountedFor, historyText } from './history-facts.ts';
import {
  countsText,
  currentStep,
  findingsAdvice,
  isDone,
  mayBeApproved,
  needsAnother,
  onlyTotals,
  steps,
  workText,
} from './model.ts';
import { pullBody } from './pull-fields.ts';

const none = { stop: 0, error: 0, warning: 0, note: 0 };
const at = (
  state: 'Pulling' | 'Uploading' | 'Uploaded' | 'Checked' | 'Approved' | 'Posted' | 'Discarded',
  counts = none,
) => ({
  state,
  counts,
  work: null,
});

describe('the step that is next', () => {
  test.each([
    [at('Pulling'), 'Upload', []],
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

test('errors about control totals alone can be answered by typing them', () => {
  const found = (code: string, severity: 'stop' | 'error' | 'warning' = 'error') => ({
    code,
    severity,
    findings: 1,
  });
  expect(onlyTotals({ byCode: [found('T02'), found('T01'), found('P08', 'warning')] })).toBe(true);
  expect(onlyTotals({ byCode: [found('T02'), found('H10')] })).toBe(false);
  expect(onlyTotals({ byCode: [found('F01', 'stop')] })).toBe(false);
});

test('errors are corrected in the file, after what is not known was mapped', () => {
  const counts = { ...none, error: 1 };
  const column = { sheet: 'Positions', header: 'Units', field: null };
  const value = {
    sheet: 'Holders',
    field: 'Country',
    value: 'Ruritania',
    cells: 1,
    code: null,
    isMapped: false,
  };
  const advice = (file: Partial<Parameters<typeof findingsAdvice>[0]>) =>
    findingsAdvice({ counts, columns: [], pull: null, ...file });
  const inFile = 'Errors are corrected in the file, which is then uploaded again.';
  expect(advice({})).toBe(inFile);
  expect(advice({ columns: [{ ...column, isMapped: true }] })).toBe(inFile);
  expect(advice({ columns: [{ ...column, isMapped: false }] })).toMatch(/^Map the unknown columns/);
  expect(advice({ values: [value] })).toMatch(/^Map the unknown columns/);
  // A registration that is known here is a decision, and none of its cells has an error.
  expect(advice({ values: [{ ...value, here: 'K1' }] })).toBe(inFile);
  expect(advice({ pull: { base: '', remoteIssuerId: 1, clientId: '', history: null } })).toMatch(
    /^Errors are corrected in the other registry/,
  );
  expect(advice({ counts: { ...none, warning: 1 } })).toMatch(/^Warnings need a decision/);
  expect(advice({ counts: { ...none, note: 1 } })).toBe('');
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

test('a pull in words: responses, and what it waits for', () => {
  const work = { kind: 'pull', step: 'Accounts 200', rows: 14, since: '' } as const;
  expect(workText(work)).toBe('Pulling: Accounts 200, 14 responses…');
  expect(workText({ ...work, step: '', rows: 0 })).toBe('Pulling…');
});

describe('what is typed to pull a register', () => {
  const fields = {
    ...{ base: ' https://registry.example/v2 ', clientId: 'moving', clientSecret: ' kept as typed ' },
    ...{ remoteIssuerId: '1001', newIssuerId: '', issuerKind: '', certifiedBy: ' ', accountPrefix: '' },
    withoutHistory: false,
  };

  test('becomes a request, with the secret as it was typed and apart from what is kept', () => {
    expect(pullBody(fields)).toEqual({
      body: {
        base: 'https://registry.example/v2',
        credentials: { clientId: 'moving', clientSecret: ' kept as typed ' },
        ...{ remoteIssuerId: 1001, newIssuerId: null, issuerKind: null },
        ...{ certifiedBy: null, accountPrefix: null, withoutHistory: false },
      },
    });
    expect(pullBody({ ...fields, withoutHistory: true }).body).toMatchObject({ withoutHistory: true });
    expect(pullBody({ ...fields, certifiedBy: ' Dana Whitlock ', accountPrefix: ' H- ' }).body).toMatchObject(
      { certifiedBy: 'Dana Whitlock', accountPrefix: 'H-' },
    );
  });

  test('is named where it is missing, and nothing is sent', () => {
    const { body, failure } = pullBody({
      ...{ base: '', clientId: ' ', clientSecret: '', remoteIssuerId: '10x', newIssuerId: '-1' },
      ...{ issuerKind: '', certifiedBy: '', accountPrefix: '', withoutHistory: false },
    });
    expect(body).toBeUndefined();
    expect(Object.keys(failure?.fields ?? {})).toEqual([
      ...['base', 'clientId', 'clientSecret', 'remoteIssuerId', 'newIssuerId'],
    ]);
  });
});

test('what the journal accounts for is said with its gaps', () => {
  const history = {
    ...{ transactions: 12, lines: 31, firstOn: '2014-02-03', lastOn: '2026-10-01', notIssued: 0 },
    ...{ canceledNotIssued: 2, unequalTransfers: 0, differingClasses: ['Common', 'Series A'] },
  };
  const file = { pull: { base: '', remoteIssuerId: 1, clientId: '', history }, asOf: '2026-11-20' };
  const books = { from: '2018-06-30', transactions: 5 };
  expect(historyText({ ...file, books })).toBe(
    'The other registry gave 12 transactions of Feb 3, 2014 to Oct 1, 2026. 5 of them are brought in: the books here begin on Jun 30, 2018. The findings say why the others are left out. What the interface does not give of a transaction, such as purpose, authority and ratio, stays blank.',
  );
  expect(historyText({ ...file, books: { ...books, transactions: 12 } })).not.toContain('left out');
  expect(historyText({ ...file, books: { from: '2026-11-20', transactions: 0 } })).toContain(
    'None is brought in: the books here begin on Nov 20, 2026. The findings say why.',
  );
  const declined = { ...file, pull: { ...file.pull, withoutHistory: true } };
  expect(historyText({ ...declined, books: { from: '2026-11-20', transactions: 0 } })).toMatch(
    / It was left out, as chosen when the pull began: the books here begin on Nov 20, 2026\.$/,
  );
  expect(historyText({ ...file, books: null })).toMatch(/Oct 1, 2026\.$/);
  expect(accountedFor(history).map(({ result }) => result)).toEqual([
    'none',
    '2',
    'none',
    'Common, Series A',
  ]);
  const none = { ...history, transactions: 0, firstOn: null, lastOn: null };
  expect(historyText({ ...file, pull: { ...file.pull, history: none }, books })).toBe(
    'The journal of the other registry has no transaction.',
  );
});
