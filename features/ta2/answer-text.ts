// Answers to Form TA-2 as numbers and as texts.

import type { Ta2FormLine } from '#lib/contract/agent/ta2-form';
import { centsOf, formatCents } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';

type Kind = Pick<Ta2FormLine, 'kind'>;

/** A number in whole units or cents; null for text, and for an answer that is no number. */
export function amountOf({ kind }: Kind, value: string | null): bigint | null {
  if (value === null) return null;
  if (kind === 'money') return centsOf(value);
  return (kind === 'count' || kind === 'percent') && /^\d{1,18}$/.test(value) ? BigInt(value) : null;
}

function amountText({ kind }: Kind, amount: bigint): string {
  if (kind === 'money') return formatCents(amount);
  return kind === 'percent' ? `${amount}%` : formatShares(amount);
}

/** An answer as it is shown: 1234 as '1,234'; '' for none. */
export function answerText(line: Kind, value: string | null): string {
  const amount = amountOf(line, value);
  return amount === null ? (value ?? '') : amountText(line, amount);
}

/** A difference with its sign: '+1,200', '−3 points', '0'. */
export function differenceText(line: Kind, difference: bigint): string {
  const size = difference < 0n ? -difference : difference;
  const text = line.kind === 'percent' ? `${size} points` : amountText(line, size);
  return difference > 0n ? `+${text}` : difference < 0n ? `−${text}` : '0';
}

/** Change from last year's answer; '' when one of the two is missing. */
export function changeText(line: Kind, is: string | null, was: string | null): string {
  if (is === null || was === null) return '';
  const [now, before] = [amountOf(line, is), amountOf(line, was)];
  if (now !== null && before !== null) return differenceText(line, now - before);
  return is === was ? 'Unchanged' : 'Changed';
}
