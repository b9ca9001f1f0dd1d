import { formatDate } from '#lib/format/dates';
import { formatMoney, formatPerShare } from '#lib/format/money';
import { hasReason, type Obstacle } from '#registry/items/obstacle';
import { compareAmounts } from '../amounts.ts';
import { type CaseRule, caseRuleOf } from '../cases.ts';
import { holds } from '../conditions.ts';
import type { Papers } from '../facts.ts';
import { covers, limitOf } from '../guarantees.ts';
import { isClearedByReason, obstacleOf } from '../obstacle-table.ts';
import { allOwners, isNamed, plainName } from '../owners.ts';
import { documentsOf, hasReceived } from './documents.ts';
import { missingPrice, valueOfShares } from './value.ts';

/** Whether all signed, and whether each signature is guaranteed for the value of the shares. */
export function signatureObstacles(papers: Papers): Obstacle[] {
  const rule = caseRuleOf(papers.content);
  if (!rule?.signers) return [];
  if (rule.signersWhen && !holds(rule.signersWhen, papers)) return [];
  const missing = missingGuarantees(papers, rule);
  return [
    ...missingOwners(papers, rule),
    ...missing.map((one) => ({ ...one, byReason: isWithinWaiver(papers) })),
    ...(missing.length > 0 ? refusedWaiver(papers) : []),
    ...tooLow(papers),
    ...tooOld(papers),
    ...(rule.inCapacity ? withoutCapacity(papers) : []),
    // Without a class nothing is presented yet that could have a price.
    ...(valueOfShares(papers) || !papers.facts.className ? [] : [missingPrice(papers)]),
  ];
}

/** Owners who have to sign; null when the registration does not tell. */
function ownersToSign({ facts }: Papers, { signers }: CaseRule) {
  if (signers === 'Representative') return null;
  const owners = allOwners(facts.transferors);
  if (!owners || signers === 'Owners') return owners;
  return { count: Math.max(1, owners.count - 1), names: owners.names };
}

/** Owners who sign, as registered; empty where another person signs or the registration does not tell. */
export function signersOf({ content, facts }: Papers): readonly string[] {
  if (caseRuleOf(content)?.signers !== 'Owners') return [];
  return allOwners(facts.transferors)?.names ?? [];
}

/** Number of owners who signed: as entered, else those with a guarantee; null when nothing is entered yet. */
function signed({ content }: Papers): number | null {
  if (typeof content.facts?.signers === 'number') return content.facts.signers;
  if (content.guarantees.length === 0) return null;
  return new Set(content.guarantees.map(({ signer }) => plainName(signer))).size;
}

function missingOwners(papers: Papers, rule: CaseRule): Obstacle[] {
  const owners = ownersToSign(papers, rule);
  const count = signed(papers);
  if (!owners || count === null || count >= owners.count) return [];
  return [
    obstacleOf('ownersMissing', {
      field: 'facts.signers',
      values: { signed: String(count), owners: String(owners.count) },
      isCleared: isClearedByReason('ownersMissing', papers.content),
    }),
  ];
}

function missingGuarantees(papers: Papers, rule: CaseRule): Obstacle[] {
  const { content } = papers;
  const isCleared = isWaiverGranted(papers);
  const unstamped = content.guarantees.flatMap(({ signer, prefix }, index) =>
    prefix
      ? []
      : obstacleOf('guaranteeMissing', {
          field: `guarantees[${index}].prefix`,
          values: { signer },
          isCleared,
        }),
  );
  const owners = ownersToSign(papers, rule);
  const entered = new Set(content.guarantees.map(({ signer }) => plainName(signer))).size;
  // Where the owners are not known, one signature is asked for at least.
  const needed = Math.max(owners ? 0 : 1, signed(papers) ?? owners?.count ?? 1);
  const unnamed = (owners?.names ?? []).filter(
    (name) => !content.guarantees.some(({ signer }) => isNamed(signer, [name])),
  );
  const further = Array.from({ length: Math.max(0, needed - entered) }, (_, index) => {
    const signer = unnamed[index] ?? (owners ? 'a further owner' : 'the person who signs');
    return obstacleOf('guaranteeMissing', { field: 'guarantees', values: { signer }, isCleared });
  });
  return [...unstamped, ...further];
}

const isWaiverAsked = ({ content }: Papers) => hasReason(content, 'guaranteeMissing');
const isWaiverGranted = (papers: Papers) => isWaiverAsked(papers) && causesAgainstWaiver(papers).length === 0;

/** Whether the shares are worth little enough for a waiver. */
function isWithinWaiver(papers: Papers): boolean {
  const worth = valueOfShares(papers);
  return worth !== null && compareAmounts(worth.value, papers.facts.settings.waiver.valueMax) <= 0;
}

function causesAgainstWaiver(papers: Papers): string[] {
  const { content, facts } = papers;
  const { valueMax, charge } = facts.settings.waiver;
  const worth = valueOfShares(papers);
  const causes: string[] = [];
  if (!worth) causes.push('the value of the shares is not known');
  else if (compareAmounts(worth.value, valueMax) > 0) {
    causes.push(`the shares are worth ${formatPerShare(worth.value)}, the limit is ${formatMoney(valueMax)}`);
  }
  if (!hasReceived(content, 'Identity')) causes.push('photo identity is missing');
  if (compareAmounts(content.chargeAmount ?? '0', charge) < 0) {
    causes.push(`the charge of ${formatMoney(charge)} is not entered`);
  }
  return causes;
}

function refusedWaiver(papers: Papers): Obstacle[] {
  const causes = isWaiverAsked(papers) ? causesAgainstWaiver(papers) : [];
  if (causes.length === 0) return [];
  return [obstacleOf('waiverUnavailable', { field: 'clearances', values: { cause: causes.join('; ') } })];
}

/** Each guarantee covers all shares that leave the signers. */
function tooLow(papers: Papers): Obstacle[] {
  const worth = valueOfShares(papers);
  if (!worth) return [];
  return papers.content.guarantees.flatMap(({ prefix }, index) => {
    if (!prefix || covers(prefix, worth.value)) return [];
    return obstacleOf('guaranteeTooLow', {
      field: `guarantees[${index}].prefix`,
      values: {
        prefix,
        limit: formatMoney(limitOf(prefix) ?? '0'),
        value: formatPerShare(worth.value),
        date: formatDate(worth.day),
      },
    });
  });
}

function tooOld({ content }: Papers): Obstacle[] {
  const assigned =
    content.facts?.assignmentDate ??
    documentsOf(content, ['Assignment'])
      .flatMap(({ date }) => date ?? [])
      .sort()
      .at(-1);
  if (!assigned) return [];
  return content.guarantees.flatMap(({ date }, index) =>
    date && date < assigned
      ? obstacleOf('guaranteeDate', {
          field: `guarantees[${index}].date`,
          values: { date: formatDate(date), assigned: formatDate(assigned) },
        })
      : [],
  );
}

function withoutCapacity({ content }: Papers): Obstacle[] {
  return content.guarantees.flatMap(({ signer, prefix, capacity }, index) =>
    prefix && !capacity?.trim()
      ? obstacleOf('capacityMissing', { field: `guarantees[${index}].capacity`, values: { signer } })
      : [],
  );
}
