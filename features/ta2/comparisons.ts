// Compares the figures of the TA-2 worksheet with those of other sources.

import { type Ta2FormLine, ta2Form, ta2Kinds } from '#lib/contract/agent/ta2-form';
import { sum } from '#lib/register/bigint-math';
import { amountOf, differenceText } from './answer-text.ts';
import type { Answers, Worksheet } from './types.ts';

export type Source = 'Records' | 'Entered' | 'TA-2 report' | 'Other lists';
export type ComparisonResult = 'matches' | 'explained' | 'within limit' | 'differs' | 'missing data';

/** A figure of the worksheet beside the same figure of another source. */
export type Comparison = {
  id: string;
  line: Pick<Ta2FormLine, 'id' | 'item' | 'text' | 'kind'>;
  left: string | null;
  leftSource: Source;
  right: string | null;
  rightSource: Source;
  result: ComparisonResult;
  /** Why the two differ, with the part of the difference; what is left is unexplained. */
  reasons: readonly string[];
};

type Reasons = Worksheet['reasons'];

/** Whether the cause of a line makes the figure of the worksheet larger or smaller than the other one. */
const effects: Readonly<Record<string, bigint>> = { '4a': -1n, '6a': -1n, '7cii': 1n };

/**
 * Figures that other lists can only bound. Without the records it is not known how much of the lists does not count, so a
 * smaller figure is within the limit and no match.
 */
const limits: Readonly<Record<string, string>> = {
  '4a': 'The lists also have items that nobody presented for transfer; their number is not reported.',
  '6a': 'The balances also have classes opened after the end of the year; their number is not reported.',
};

const whole6a = { id: '6a', item: '6(a)', text: 'Issues of all kinds', kind: 'count' } as const;

/** 6(a) of all kinds together, as the balances count it. */
export const issuesOf = (answers: Answers): string | null =>
  sum(
    Object.keys(ta2Kinds).map((kind) => {
      const value = answers.get(`6a-${kind}`);
      return value === undefined || !/^\d{1,18}$/.test(value) ? null : BigInt(value);
    }),
  )?.toString() ?? null;

function withIssues(answers: Answers): Answers {
  const issues = issuesOf(answers);
  return issues === null || answers.has('6a') ? answers : new Map([...answers, ['6a', issues]]);
}

type Given = {
  /** Null for a registry without a worksheet. */
  recorded: Answers | null;
  /** Answers to lines that no record fills. */
  entered: Answers;
  reported: Answers;
  derived: Answers;
  reasons: Reasons;
};

/** Every line of which two sources have a figure. */
export function comparisonsOf({ recorded, entered, reported, derived, reasons }: Given): Comparison[] {
  const own = withIssues(recorded ? new Map([...entered, ...recorded]) : reported);
  const sourceOf = (line: string): Source =>
    !recorded ? 'TA-2 report' : entered.has(line) && !recorded.has(line) ? 'Entered' : 'Records';
  const lines = [...ta2Form, whole6a];
  const against = (others: Answers, rightSource: Source, name: string): Comparison[] =>
    lines.flatMap((line) => {
      const left = own.get(line.id) ?? null;
      const right = others.get(line.id) ?? null;
      if (left === null || right === null || (line.kind === 'text' && left === right)) return [];
      const known = reasons.filter((one) => one.line === line.id && one.against === name);
      const { result, texts } = judged(line, left, right, known, recorded === null && name === 'lists');
      return [
        {
          ...{ id: `${line.id} ${name}`, line, left, leftSource: sourceOf(line.id), right, rightSource },
          ...{ result, reasons: texts },
        },
      ];
    });
  return [
    ...(recorded ? against(reported, 'TA-2 report', 'report') : []),
    ...against(withIssues(derived), 'Other lists', 'lists'),
  ];
}

function judged(
  line: Comparison['line'],
  left: string,
  right: string,
  known: Reasons,
  mayBeLimit: boolean,
): { result: ComparisonResult; texts: string[] } {
  const [a, b] = [amountOf(line, left), amountOf(line, right)];
  // A reason without an amount is about the whole figure: the report has it without a record.
  const whole = known.filter(({ amount }) => amount === null).map(({ text }) => `${text}.`);
  if (whole.length > 0)
    return left === right ? { result: 'matches', texts: [] } : { result: 'explained', texts: whole };
  if (a === null || b === null) return { result: left === right ? 'matches' : 'differs', texts: [] };
  const difference = a - b;
  const limit = limits[line.id];
  if (mayBeLimit && limit && difference <= 0n) return { result: 'within limit', texts: [limit] };
  if (difference === 0n && known.length === 0) return { result: 'matches', texts: [] };
  const parts = known.map((one) => (amountOf(line, one.amount) ?? 0n) * (effects[line.id] ?? 1n));
  const left0 = difference - parts.reduce((total, part) => total + part, 0n);
  const texts = known.map((one, index) => `${one.text}: ${differenceText(line, parts[index] ?? 0n)}.`);
  if (left0 === 0n) return { result: 'explained', texts };
  return { result: 'differs', texts: [...texts, `Unexplained: ${differenceText(line, left0)}.`] };
}
