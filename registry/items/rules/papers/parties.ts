import { businessDaysBetween } from '#lib/format/business-days';
import { daysBetween, formatDate } from '#lib/format/dates';
import type { Obstacle } from '#registry/items/obstacle';
import { caseRuleOf, changesHolder } from '../cases.ts';
import { type AccountFacts, type Papers, registrationText, targetsOf } from '../facts.ts';
import { obstacleOf } from '../obstacle-table.ts';
import { hasReceived } from './documents.ts';

/** Addresses, tax IDs and holds of the accounts, and an effective date before receipt. */
export function partyObstacles(papers: Papers): Obstacle[] {
  return [
    ...taxIds(papers),
    ...addressChanges(papers),
    ...badAddresses(papers),
    ...sanctions(papers),
    ...effectiveDate(papers),
  ];
}

const withoutHolders: readonly string[] = ['NomineeOrDepository', 'UnclaimedProperty'];

/** Of those who get shares that they did not have. */
function taxIds(papers: Papers): Obstacle[] {
  const { content } = papers;
  const rule = caseRuleOf(content);
  if (rule && !changesHolder(rule)) return [];
  if (hasReceived(content, 'TaxForm')) return [];
  return targetsOf(papers).flatMap((target, index) => {
    if (!target || withoutHolders.includes(target.accountType) || target.isTaxIdCertified) return [];
    return obstacleOf(target.taxId ? 'taxIdUncertified' : 'taxIdMissing', {
      field: `lines[${index}]`,
      values: { holder: registrationText(target) },
    });
  });
}

function addressChanges({ content, facts }: Papers): Obstacle[] {
  return facts.transferors.flatMap((account) => {
    if (!account.addressChangedOn) return [];
    const days = daysBetween(account.addressChangedOn, facts.receivedDate);
    if (days < 0 || days > facts.settings.addressChangeDaysMax) return [];
    return obstacleOf('recentAddressChange', {
      field: 'facts.callBack',
      values: { holder: registrationText(account), days: String(days) },
      isCleared: Boolean(content.facts?.callBack?.trim()),
    });
  });
}

function badAddresses(papers: Papers): Obstacle[] {
  return accountsOf(papers).flatMap(({ account, field }) =>
    account.badAddressSince
      ? obstacleOf('badAddress', {
          field,
          values: { holder: registrationText(account), date: formatDate(account.badAddressSince) },
        })
      : [],
  );
}

function sanctions(papers: Papers): Obstacle[] {
  return accountsOf(papers).flatMap(({ account, field }) =>
    account.sanctions
      ? obstacleOf('sanctions', {
          field,
          values: { holder: registrationText(account), date: formatDate(account.sanctions.since) },
          isCleared: account.sanctions.isCleared,
        })
      : [],
  );
}

/** Every account of an item once, with the field that names it. */
function accountsOf({ facts }: Papers): { account: AccountFacts; field: string }[] {
  const found = new Map<bigint, { account: AccountFacts; field: string }>();
  for (const account of facts.transferors) {
    found.set(account.holderId, { account, field: 'certificates' });
  }
  for (const [index, account] of facts.transferees.entries()) {
    if (account && !found.has(account.holderId)) {
      found.set(account.holderId, { account, field: `lines[${index}]` });
    }
  }
  return [...found.values()];
}

function effectiveDate({ content, facts }: Papers): Obstacle[] {
  const { effectiveDate: day } = content;
  if (!day) return [];
  const days = businessDaysBetween(day, facts.receivedDate, facts.calendar);
  if (days === 0) return [];
  return [
    obstacleOf('staleDated', {
      field: 'effectiveDate',
      values: { date: formatDate(day), days: String(days) },
    }),
  ];
}
