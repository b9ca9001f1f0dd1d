// Checks the amount of a dividend against the balance of its record date.

import { isDate } from '#lib/format/dates';
import { divideHalfUp, fixed, parseDecimal } from '#lib/format/decimal';
import { exact } from '#lib/format/exact-shares';
import { formatMoney } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { magnitude } from '#lib/register/bigint-math';
import type { Balance } from '#lib/register/capacity';
import { type Check, mustEqual } from '#lib/register/checks';
import type { Dividend } from '#lib/register/dividends';

type Sides = Pick<Check, 'left' | 'right' | 'result' | 'reason'>;

const cannot = (reason: string, left = 'missing', right = 'missing'): Sides => ({
  left,
  right,
  result: 'cannot be checked',
  reason,
});

/** Longest accepted ratio text: parsing a BigInt takes more than linear time. */
const ratioMax = 100;

/** New shares per share held: '5%', '1:20', '1 for 20'; null for anything else. */
export function readRatio(text: string): { upper: bigint; lower: bigint } | null {
  if (text.length > ratioMax) return null;
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim());
  if (percent) {
    const decimal = parseDecimal(percent[1] ?? '');
    return decimal && { upper: decimal.digits, lower: 100n * 10n ** BigInt(decimal.scale) };
  }
  const parts = /^(\d+) ?(?::|-? ?for ?-?) ?(\d+)$/i.exec(text.trim().replace(/\s+/g, ' '));
  if (!parts || BigInt(parts[2] ?? '0') === 0n) return null;
  return { upper: BigInt(parts[1] ?? '0'), lower: BigInt(parts[2] ?? '1') };
}

/**
 * Cash: amount paid against rate × shares. Each account's payment is rounded to the cent, so the sum may differ
 * by up to half a cent per holder.
 */
function cashSides({ amount, perShare, outstanding }: Dividend, holders: bigint | null): Sides {
  const paid = amount === null ? null : parseDecimal(amount);
  const rate = perShare === null ? null : parseDecimal(perShare);
  if (!paid || !rate || outstanding === null)
    return cannot(
      'The registry did not send the rate, the amount or the shares.',
      amount === null ? undefined : formatMoney(amount),
    );
  const scale = Math.max(paid.scale, rate.scale, 3);
  const raised = ({ digits, scale: own }: typeof paid) => digits * 10n ** BigInt(scale - own);
  const due = raised(rate) * outstanding;
  const [left, right] = [formatMoney(amount ?? ''), `$${fixed({ digits: due, scale }, 2, 6).text}`];
  const difference = raised(paid) - due;
  const off = `$${fixed({ digits: magnitude(difference), scale }, 2, 6).text}`;
  if (difference === 0n) return { left, right, result: 'holds' };
  if (holders === null) return cannot(`Off by ${off}; the number of payments is not reported.`, left, right);
  const tolerance = 5n * holders * 10n ** BigInt(scale - 3);
  const allowed = `half a cent for each of ${formatShares(holders)} holders, $${fixed({ digits: tolerance, scale }, 2, 3).text}`;
  return magnitude(difference) <= tolerance
    ? { left, right, result: 'holds', reason: `Off by ${off}, within the rounding of ${allowed}.` }
    : { left, right, result: 'differs', reason: `Off by ${off}, more than the rounding of ${allowed}.` };
}

/**
 * Whether `difference` (given less due, times `unit`) is within what the fractional rule allows for `holders`
 * accounts.
 */
function withinRule(rule: string, difference: bigint, unit: bigint, holders: bigint): boolean {
  const bound = holders * unit;
  if (/nearest/i.test(rule)) return magnitude(difference) * 2n <= bound;
  if (/up/i.test(rule)) return difference >= 0n && difference < bound;
  if (/down|cash|lieu/i.test(rule)) return difference <= 0n && -difference < bound;
  if (/^none$/i.test(rule)) return difference === 0n;
  return magnitude(difference) < bound;
}

/** Stock: shares given against ratio × shares. Fractions are settled per account, less than one share each. */
function stockSides({ amount, ratio, outstanding, fractions }: Dividend, holders: bigint | null): Sides {
  const given = exact(amount);
  const part = readRatio(ratio);
  const left = given === null ? 'missing' : formatShares(given);
  if (!part || given === null || outstanding === null)
    return cannot(
      part ? 'The registry did not send the shares.' : `The ratio “${ratio}” cannot be read as a number.`,
      left,
    );
  const due = outstanding * part.upper;
  const hundredths = divideHalfUp(due * 100n, part.lower);
  const right = fixed({ digits: hundredths, scale: 2 }, 0, 2).text;
  const difference = given * part.lower - due;
  if (difference === 0n) return { left, right, result: 'holds' };
  if (holders === null) return cannot('The number of holders is not reported.', left, right);
  const rule = fractions || 'not reported';
  const off = fixed({ digits: divideHalfUp(magnitude(difference) * 100n, part.lower), scale: 2 }, 0, 2).text;
  const bound = `fractions of ${formatShares(holders)} holders settled by the rule “${rule}”`;
  return withinRule(rule, difference, part.lower, holders)
    ? { left, right, result: 'holds', reason: `Off by ${off}, within ${bound}: under one share each.` }
    : { left, right, result: 'differs', reason: `Off by ${off}, more than ${bound} explain.` };
}

/**
 * A dividend against the balance of its record date; `balances` null: that balance is not known. Before the
 * record date nothing can be checked, and the result says so.
 */
export function tieOut(dividend: Dividend, balances: readonly Balance[] | null, today: string): Check[] {
  const { record, className, outstanding, isStock } = dividend;
  const amount = isStock
    ? 'Shares issued equal the ratio times the shares'
    : 'Amount equals the rate times the shares';
  const texts = ['Shares of the dividend equal outstanding shares on the record date', amount];
  const why = !isDate(record)
    ? 'The record date is not reported.'
    : record > today
      ? 'The record date is in the future.'
      : null;
  if (why)
    return texts.map((text, index) => ({
      id: `${index}`,
      text,
      ...cannot(why, 'not yet known', 'not yet known'),
    }));
  const balance = balances?.find((one) => one.className === className);
  const holders = balance ? exact(balance.totalShareholder) : null;
  const [shares = '', money = ''] = texts;
  return [
    mustEqual('0', shares, outstanding, balance ? exact(balance.totalOutstandingShares) : null),
    { id: '1', text: money, ...(isStock ? stockSides(dividend, holders) : cashSides(dividend, holders)) },
  ];
}
