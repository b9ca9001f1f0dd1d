// Compares canceled with issued shares, of one transaction and of a period, class by class.

import { formatShares } from '#lib/format/shares';
import { sum } from '../bigint-math.ts';
import { type Check, mustEqual } from '../checks.ts';
import type { ClassMove } from './movement.ts';

/** Whether the canceled and issued shares of a class agree, and the words for it. */

type Balance = { tick: 'balanced' | 'explained' | 'differs' | 'unknown'; words: string };

/** Why canceled and issued shares may differ, by the letter of the type; for a transfer they must be equal. */
const reasons: Readonly<Record<string, string>> = {
  N: 'New shares: increases the class.',
  R: 'Retired: decreases the class.',
  F: 'Forward split: adds new shares.',
  V: 'Reverse split: fewer new shares replace the old ones.',
  D: 'Stock dividend: adds new shares.',
  C: 'Conversion: decreases one class and increases another.',
};

/** Whether canceled = issued for one class of a transaction, or why not. */
export function balanceOf(code: string, move: ClassMove): Balance {
  if (move.net === null) return { tick: 'unknown', words: 'The registry did not send every share count.' };
  if (move.net === 0n) return { tick: 'balanced', words: 'Issued shares equal canceled shares.' };
  const reason = reasons[code];
  if (reason && plausible(code, move.net)) return { tick: 'explained', words: reason };
  if (code === 'T' || reason)
    return { tick: 'differs', words: 'Issued shares should equal canceled shares.' };
  return { tick: 'unknown', words: 'No rule is defined for this transaction type.' };
}

/** An issuance never reduces a class, a retirement never increases it. */
function plausible(code: string, net: bigint): boolean {
  if (code === 'C') return true;
  return code === 'R' || code === 'V' ? net < 0n : net > 0n;
}

/** The ratio of a conversion or split in lowest terms: '4 for 5'; null when one side is empty. */
export function ratioText(canceled: bigint | null, issued: bigint | null): string | null {
  if (!canceled || !issued || canceled < 0n || issued < 0n) return null;
  let [a, b] = [canceled, issued];
  while (b > 0n) [a, b] = [b, a % b];
  return `${formatShares(issued / a)} for ${formatShares(canceled / a)}`;
}

/** Per class: opening issued plus the net of the journal must equal closing issued. */
export function rollForward(
  moves: readonly ClassMove[],
  opening: (className: string) => bigint | null,
  closing: (className: string) => bigint | null,
): Check[] {
  return moves.map(({ className, net }) =>
    mustEqual(
      `${className}/roll`,
      `${className}: opening issued shares plus net transactions equal closing issued shares`,
      sum([opening(className), net]),
      closing(className),
    ),
  );
}
