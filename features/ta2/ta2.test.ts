import { describe, expect, it } from 'vitest';
import {
  isAsked,
  missingLines,
  type Ta2FormLine,
  ta2Form,
  ta2SectionOf,
  ta2Sections,
  ta2ValueError,
} from '#lib/contract/agent/ta2-form';
import { centsOf } from '#lib/format/money';
import type { Balance } from '#lib/register/capacity';
import { dividendsOf } from '#lib/register/dividends';
import { ta2Issuers, ta2Months, ta2Year } from '#lib/register/ta2-response';
import { statusRow } from '#lib/register/transactions/status';
import { answerText, changeText } from './answer-text.ts';
import { comparisonsOf } from './comparisons.ts';
import { dueDate, lineName, reportLines, worksheetLines } from './lines.ts';
import { reportedAnswers } from './reported.ts';
import { ta2Checks } from './ta2-checks.ts';
import { derivedAnswers, issuerYear, listedYear } from './ta2-derived.ts';
import type { Answers, Worksheet } from './types.ts';

const kinds = {
  corporateEquity: 2,
  corporateDebt: 0,
  openEndInvestmentCompany: 0,
  limitedPartnership: 0,
  municipalDebt: 0,
  other: 1,
};
const response = {
  reportingYear: 2025,
  dueDate: '2026-03-31',
  registrant: { name: 'Harborline', amendedFormTA1: 'NotApplicable', engagedAsServiceCompany: false },
  itemsReceivedForTransfer: 1678,
  masterSecurityholderFileAccounts: 30,
  accounts: {
    total: 30,
    dividendReinvestmentOrDirectPurchase: 4,
    directRegistration: 20,
    percentages: { ...kinds, corporateEquity: 99, other: 1 },
  },
  issues: { receivesItemsAndMaintainsFiles: kinds, receivesItemsOnly: {}, maintainsFilesOnly: {} },
  services: { dividendPayingIssues: 1, dividendAmount: 1234.5 },
  agedRecordDifferences: { currentAgent: { issues: 1, marketValue: 1484 }, buyInReportsFiled: 0 },
  turnaround: {
    alwaysCompliant: false,
    monthsNotInCompliance: 1,
    noticesFiled: 1,
    months: [
      { month: '2025-07', routineItems: 129, withinThreeBusinessDays: 126, percent: 97.67, compliant: true },
      { month: '2025-08', routineItems: 109, withinThreeBusinessDays: 89, percent: 81.65, compliant: false },
    ],
  },
  byIssuer: [
    { customerIssuerId: 1001, issuer: 'Larkspur', items: 1600, accounts: 20, dividendAmount: 1234.5 },
    { customerIssuerId: 1003, issuer: 'Ashgrove', items: 78, accounts: 10, dividendAmount: 0 },
  ],
};
const none: Answers = new Map();
const given = (answers: Record<string, string>): Answers => new Map(Object.entries(answers));
const formLine = (id: string) => ta2Form.find((line) => line.id === id) as Ta2FormLine;

it('reads the report only where it has figures', () => {
  expect(ta2Year(response)).toBe(2025);
  expect(ta2Months(response)[1]).toMatchObject({ month: '2025-08', within: 89n, compliant: false });
  expect(ta2Issuers(response).map(({ items }) => items)).toEqual([1600n, 78n]);
  for (const foreign of [null, [], 'text', { turnaround: { months: 'none' } }]) {
    expect(ta2Year(foreign)).toBeNull();
    expect(reportedAnswers(foreign)).toEqual(new Map());
  }
  expect(Object.fromEntries(reportedAnswers(response))).toMatchObject({
    ...{ '1h': 'Harborline', '2c': 'No', '3b': 'Not applicable', '4a': '1678', '5a': '30' },
    ...{ '5d-corporateEquity': '99', '6a-other': '1', '7cii': '1234.5', '8aii-current': '1484' },
    ...{ '9a': 'No', '9ai': '1', '9aii': '1' },
  });
});

describe('the form', () => {
  it('has its items in order, each line once, below a part', () => {
    const items = [...new Set(ta2Form.map(({ item }) => item))];
    expect(items.join(' ')).toBe(
      '1(a) 1(b) 1(c) 1(d) 1(e) 1(f) 1(g) 1(h) 2(a) 2(b) 2(c) 2(d) 3(a) 3(b) 3(c) 4(a) 4(b) 5(a) 5(b) 5(c) 5(d) 6(a) 6(b) 6(c) 7(a) 7(b) 7(c)(i) 7(c)(ii) 8(a)(i) 8(a)(ii) 8(b) 8(c) 8(d) 9(a) 9(a)(i) 9(a)(ii) 10(a) 10(b) 11(a) 11(b) Signature',
    );
    expect(new Set(ta2Form.map(({ id }) => id)).size).toBe(ta2Form.length);
    const parts = new Set(ta2Sections.map(({ section }) => section));
    expect(ta2Form.filter((line) => !parts.has(ta2SectionOf(line)))).toEqual([]);
  });

  it('asks for a line only where the answers before it call for it', () => {
    const asked = (id: string, answers: Record<string, string>, isShort = false) =>
      isAsked(formLine(id), (line) => answers[line] ?? null, isShort);
    expect([asked('2b', { '2a': 'None' }), asked('2b', { '2a': 'Some' }), asked('2b', {})]).toEqual([
      false,
      true,
      false,
    ]);
    expect([
      asked('8d', { '8c': 'No' }),
      asked('9aii', { '9a': 'Yes' }),
      asked('9aii', { '9a': 'No' }),
    ]).toEqual([true, false, true]);
    // A small filer completes 1 to 5 and 11; with a service company for everything 1 to 3.
    const shown = (answers: Record<string, string>, isShort: boolean) =>
      ta2Sections
        .map(({ section }) => section)
        .filter((section) =>
          ta2Form.some((line) => ta2SectionOf(line) === section && asked(line.id, answers, isShort)),
        );
    expect(shown({}, true)).toEqual(['1', '2', '3', '4', '5', '11', 'Signature']);
    expect(shown({ '2a': 'All' }, false)).toEqual(['1', '2', '3', 'Signature']);
  });

  it('names what is missing, never the code that must not be kept', () => {
    const answers: Record<string, string> = { '9a': 'Yes', '2a': 'None' };
    const missing = missingLines((line) => answers[line] ?? null, false).map(({ id }) => id);
    expect(missing).toContain('1a');
    for (const id of ['1b', '2a', '2b', '9ai', '9aii', 'sign-name']) expect(missing).not.toContain(id);
  });

  it.each([
    ['8b', '0', null],
    ['8b', '-1', 'must be a whole number without separators'],
    ['8b', '1.5', 'must be a whole number without separators'],
    ['7cii', '1234.5', 'must be dollars such as 1234.50, without separators'],
    ['7cii', '1234.50', null],
    ['5d-other', '100', null],
    ['5d-other', '101', 'must be a whole percentage from 0 to 100'],
    ['2a', 'none', 'must be one of: All, Some, None'],
    ['8c', 'Yes', null],
    ['1f', 'Anything', null],
  ])('%s takes %s: %s', (id, value, error) => {
    expect(ta2ValueError(formLine(id), value)).toBe(error);
  });

  it('is due on March 31 of the next year', () => {
    expect([dueDate(response, 2025), dueDate(null, 2026)]).toEqual(['2026-03-31', '2027-03-31']);
  });
});

it('shows answers and their change from last year', () => {
  const shown = (id: string, is: string, was: string | null) => [
    answerText(formLine(id), is),
    changeText(formLine(id), is, was),
  ];
  expect(shown('4a', '3120', '1920')).toEqual(['3,120', '+1,200']);
  expect(shown('7cii', '10.5', '20.00')).toEqual(['$10.50', '−$9.50']);
  expect(shown('5d-other', '3', '6')).toEqual(['3%', '−3 points']);
  expect(shown('4a', '3120', '3120')).toEqual(['3,120', '0']);
  expect(shown('9a', 'No', 'Yes')).toEqual(['No', 'Changed']);
  expect(shown('4a', '3120', null)).toEqual(['3,120', '']);
});

describe('lines', () => {
  const sheet = (lines: object[]) => ({ isShortForm: false, lines, reasons: [] }) as unknown as Worksheet;
  const one = (line: string, more: object) => ({
    ...{ line, recorded: null, entered: null, reason: '', enteredBy: '', answer: null, lastYear: null },
    ...{ note: '', hasRows: false },
    ...more,
  });

  it('of a worksheet say where the answer comes from', () => {
    const lines = worksheetLines(
      sheet([
        one('4a', { recorded: '12', answer: '12', hasRows: true, lastYear: '10' }),
        one('5b', {
          recorded: '3',
          entered: '4',
          answer: '4',
          reason: 'Late sheet',
          enteredBy: 'Robin Okafor',
        }),
        one('1a', {}),
        one('9a', { recorded: 'Yes', answer: 'Yes' }),
      ]),
    );
    const found = (id: string) => lines.find(({ form }) => form.id === id);
    expect(found('4a')).toMatchObject({ source: 'Records', answer: '12', lastYear: '10', hasRows: true });
    expect(found('5b')).toMatchObject({
      ...{ source: 'Entered', answer: '4', replaced: '3', note: 'Entered by Robin Okafor: Late sheet' },
    });
    expect(found('1a')).toMatchObject({ source: 'Missing', mayBeEntered: true });
    expect(found('1b')).toMatchObject({ source: 'Not kept', mayBeEntered: false });
    expect(found('9ai')).toMatchObject({ source: 'Not asked', mayBeEntered: false });
    expect(lineName(formLine('6b-other'))).toBe('6(b) Issues: receives items only: other');
  });

  it('of a registry without one are reported, else derived, and never entered', () => {
    const lines = reportLines(
      response,
      reportedAnswers(response),
      given({ '4a': '1700', '7ci': '1' }),
      given({ '4a': '1500' }),
    );
    const found = (id: string) => lines.find(({ form }) => form.id === id);
    expect(found('4a')).toMatchObject({ source: 'TA-2 report', answer: '1678', lastYear: '1500' });
    expect(found('1a')).toMatchObject({ source: 'No record', answer: null });
    expect(lines.some((line) => line.mayBeEntered || line.hasRows)).toBe(false);
    const derived = reportLines(null, none, given({ '4a': '1700' }), none);
    expect(derived.find(({ form }) => form.id === '4a')).toMatchObject({ source: 'Derived', answer: '1700' });
  });
});

describe('comparisons', () => {
  const reason = (line: string, against: string, amount: string | null) => ({
    ...{ line, against, amount, text: 'A reason' },
  });
  const result = (id: string, all: ReturnType<typeof comparisonsOf>) => {
    const found = all.find((one) => one.id === id);
    return found && [found.result, found.reasons];
  };

  it('match, are explained by a named reason, or keep what is not explained', () => {
    const recorded = given({ '4a': '1678', '5a': '30', '7cii': '1235.10' });
    const entered = given({ '9aii': '2', '9ai': '3' });
    const compared = (derived: Record<string, string>, reasons: ReturnType<typeof reason>[]) =>
      comparisonsOf({
        ...{ recorded, entered, reported: reportedAnswers(response), derived: given(derived), reasons },
      });
    const all = compared({ '4a': '1700', '5a': '30', '7cii': '1234.50' }, [
      reason('4a', 'lists', '22'),
      reason('7cii', 'report', '0.60'),
      reason('7cii', 'lists', '0.60'),
      reason('9aii', 'report', null),
    ]);
    expect(result('4a lists', all)).toEqual(['explained', ['A reason: −22.']]);
    expect(result('4a report', all)).toEqual(['matches', []]);
    expect(result('5a lists', all)).toEqual(['matches', []]);
    expect(result('7cii report', all)).toEqual(['explained', ['A reason: +$0.60.']]);
    // The report has the notices without a record; the months have no such reason.
    expect(result('9aii report', all)).toEqual(['explained', ['A reason.']]);
    expect(result('9ai report', all)).toEqual(['differs', ['Unexplained: +2.']]);
    expect(all.find(({ id }) => id === '9ai report')?.leftSource).toBe('Entered');
    const worse = compared({ '4a': '1703', '5a': '31' }, [reason('4a', 'lists', '22')]);
    expect(result('4a lists', worse)).toEqual(['differs', ['A reason: −22.', 'Unexplained: −3.']]);
    expect(result('5a lists', worse)).toEqual(['differs', ['Unexplained: −1.']]);
    // A reason that explains nothing is no match either.
    expect(result('4a lists', compared({ '4a': '1678' }, [reason('4a', 'lists', '22')]))?.[0]).toBe(
      'differs',
    );
  });

  it('with lists that only bound a figure say "within limit", never that it matches', () => {
    const compared = (derived: Record<string, string>) =>
      comparisonsOf({
        ...{
          recorded: null,
          entered: none,
          reported: reportedAnswers(response),
          derived: given(derived),
          reasons: [],
        },
      });
    expect(result('4a lists', compared({ '4a': '1700' }))?.[0]).toBe('within limit');
    expect(result('4a lists', compared({ '4a': '1678' }))?.[0]).toBe('within limit');
    expect(result('4a lists', compared({ '4a': '1677' }))?.[0]).toBe('differs');
    expect(result('6a lists', compared({ '6a': '4' }))?.[0]).toBe('within limit');
    expect(result('5a lists', compared({ '5a': '30' }))?.[0]).toBe('matches');
  });
});

describe('rules between lines', () => {
  const right = {
    ...{ '4b': '30', '5a': '30', '5b': '4', '5c': '20', '7a': '1', '7b': '2', '7ci': '1', '9a': 'No' },
    ...{ '9ai': '1', '9aii': '1', '10a': '0', '10b': '0', '8ai-prior': '0', '8aii-prior': '0.00' },
    ...{ '8ai-current': '1', '8aii-current': '1484.00', '2a': 'None' },
    ...Object.fromEntries(Object.keys(kinds).map((kind) => [`5d-${kind}`, kind === 'other' ? '1' : '0'])),
    ...Object.fromEntries(
      ['6a', '6b', '6c'].flatMap((item) =>
        Object.keys(kinds).map((kind) => [`${item}-${kind}`, item === '6a' && kind === 'other' ? '3' : '0']),
      ),
    ),
    '5d-corporateEquity': '99',
  };
  const results = (change: Record<string, string>) =>
    Object.fromEntries(ta2Checks(given({ ...right, ...change })).map(({ id, result }) => [id, result]));

  it('hold for consistent answers, and a figure within a limit does not match', () => {
    const checks = ta2Checks(given(right));
    expect(checks.filter(({ result }) => result !== 'holds')).toEqual([]);
    expect(checks.filter(({ isLimit }) => isLimit).map(({ id }) => id)).toEqual([
      ...['5b', '5c', '7a', '7b', '7ci', '10b'],
    ]);
  });

  it.each([
    ['4b', { '4b': '31' }],
    ['5b', { '5b': '31' }],
    ['5c', { '5c': '31' }],
    ['5d', { '5d-other': '2' }],
    ['7a', { '7a': '4' }],
    ['8a-current', { '8aii-current': '0.00' }],
    ['8a-prior', { '8aii-prior': '1.00' }],
    ['9a', { '9a': 'Yes' }],
    ['9aii', { '9aii': '0' }],
    ['10b', { '10b': '1' }],
  ])('%s finds %j', (id, change) => {
    expect(results(change)[id]).toBe('differs');
  });

  it('let an agent with a service company keep fewer files than accounts', () => {
    expect(results({ '2a': 'Some', '4b': '29' })['4b']).toBe('holds');
    expect(results({ '2a': 'Some', '4b': '31' })['4b']).toBe('differs');
  });
});

it('adds up a year from the lists, to the cent', () => {
  const received = [['1/2/2025', '12/31/2025', '1/1/2026', ''], ['6/1/2025']].map((days) =>
    days.map((receivedDate) => statusRow({ receivedDate, status: 'Rejected' }, '2026-11-20')),
  );
  const balances = [{ totalShareholder: 20 }, { totalShareholder: 10 }] as unknown as Balance[];
  const dividends = dividendsOf([
    { security: 'Common', type: 'Cash', payable: '3/1/2025', distributionAmount: 100.1 },
    { security: 'Common', type: 'Cash', payable: '6/1/2025', distributionAmount: 0.01 },
    { security: 'Common', type: 'Stock', payable: '9/1/2025', distributionAmount: 5000 },
    { security: 'Preferred', type: 'Cash', payable: '1/1/2026', distributionAmount: 7 },
  ]);
  const one = issuerYear(2025, received, balances, dividends);
  expect(one).toEqual({ items: 3, accounts: 30n, classes: 2, payingClasses: 1, dividendCents: 10011n });
  expect(Object.fromEntries(derivedAnswers([one, one]))).toEqual({
    ...{ '4a': '6', '4b': '60', '5a': '60', '6a': '4', '7ci': '2', '7cii': '200.22' },
  });
  expect(derivedAnswers([one, { ...one, accounts: null, dividendCents: null }]).has('7cii')).toBe(false);
  // The same figures as the worksheet has them; where the books begin later, accounts and classes are not known.
  const listed = {
    ...{ customerIssuerId: 1001, items: 3, accounts: 30, classes: 2, payingClasses: 1 },
    dividendAmount: '100.11',
  };
  expect(listedYear(listed)).toEqual(one);
  expect([...derivedAnswers([listedYear({ ...listed, accounts: null, classes: null })]).keys()]).toEqual([
    ...['4a', '7ci', '7cii'],
  ]);
  expect(['-1.005', '3', '2.999', 'x', null].map(centsOf)).toEqual([-101n, 300n, 300n, null, null]);
});
