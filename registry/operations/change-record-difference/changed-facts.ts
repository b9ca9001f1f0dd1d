import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { DifferenceFacts } from '#registry/ledger/record-differences';
import type { DifferenceFact } from '#registry/queries/facts/record-differences';

const date = (day: string | null | undefined) => (day ? formatDate(day) : '');
const yesNo = (is: boolean | undefined) => (is ? 'yes' : 'no');
const shares = (count: bigint | null | undefined) => (count ? formatShares(count) : '');
const price = (text: string | null | undefined) => (text ? `$${text}` : '');

/** What a change of a record difference changes, each with its value before and after; empty where nothing differs. */
export function changedFacts(
  before: DifferenceFact,
  after: DifferenceFacts,
  account: string | null | undefined,
): string[] {
  const opened = before.opened_on;
  const fields: [name: string, before: string, after: string][] = [
    ['existed since', date(before.existed_since), date(after.existedSince ?? opened)],
    ['basis', before.basis, after.basis ?? 'Detail'],
    ['cause', before.cause, after.cause],
    ['kind of cause', before.cause_kind, after.causeKind ?? ''],
    ['certificates', before.certificates, (after.certificates ?? []).join(', ')],
    ['account', before.holder ?? '', account ?? ''],
    ['item', before.item_id?.toString() ?? '', after.itemId?.toString() ?? ''],
    ['over-issuance', yesNo(before.is_over_issuance), yesNo(after.isOverIssuance)],
    ['by prior agent', yesNo(before.by_prior_agent), yesNo(after.byPriorAgent)],
    ['discovered', date(before.discovered_on), date(after.discoveredOn ?? opened)],
    ['letter', date(before.letter_on), date(after.letterOn)],
    ['bond', before.bond, after.bond ?? ''],
    ['bought in', date(before.bought_in_on), date(after.boughtIn?.on)],
    ['shares bought in', shares(before.bought_in_shares), shares(after.boughtIn?.shares)],
    ['price', price(before.bought_in_price), price(after.boughtIn?.price)],
    ['bought from', before.bought_in_from, after.boughtIn?.from ?? ''],
    ['note', before.note, after.note ?? ''],
  ];
  return fields
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name} from ${was || '–'} to ${is || '–'}`);
}
