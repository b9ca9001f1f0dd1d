import { formatMoney, formatPerShare } from '../format/money.ts';
import { formatShares } from '../format/shares.ts';
import type { Dividend } from './dividends.ts';

/** '$0.12 a share', '5%', or that it is not reported. */
export function rateWords({ isStock, perShare, ratio }: Dividend): string {
  if (perShare !== null && !isStock) return `${formatPerShare(perShare)} per share`;
  return ratio || 'rate not reported';
}

/** '$4,531,674.72' for cash, '175,607 shares' for stock; not known before the record date. */
export function amountWords({ isStock, amount, outstanding, record }: Dividend, today: string): string {
  if (record > today && (outstanding === null || outstanding === 0n)) return 'Known after the record date';
  if (amount === null) return '–';
  return isStock ? `${formatShares(amount)} shares` : formatMoney(amount);
}
