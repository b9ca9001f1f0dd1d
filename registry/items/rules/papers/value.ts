import { formatDate } from '#lib/format/dates';
import type { Obstacle } from '#registry/items/obstacle';
import { marketValue } from '../amounts.ts';
import type { Papers } from '../facts.ts';
import { obstacleOf } from '../obstacle-table.ts';

/** What the shares that leave the signers are worth: by the price entered, else the latest of the class. */
export function valueOfShares({ content, facts }: Papers): { value: string; day: string } | null {
  if (content.pricePerShare) {
    return { value: marketValue(facts.sharesLeaving, content.pricePerShare), day: facts.receivedDate };
  }
  if (!facts.price) return null;
  return { value: marketValue(facts.sharesLeaving, facts.price.perShare), day: facts.price.day };
}

export function missingPrice({ facts }: Papers): Obstacle {
  return obstacleOf('priceMissing', {
    field: 'pricePerShare',
    values: { class: facts.className, date: formatDate(facts.receivedDate) },
  });
}
