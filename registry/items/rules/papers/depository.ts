import type { RejectionReason } from '#lib/contract/agent/values';
import { formatShares } from '#lib/format/shares';
import type { Obstacle } from '#registry/items/obstacle';
import { caseRuleOf } from '../cases.ts';
import { type Papers, type Target, targetsOf } from '../facts.ts';
import { isClearedByReason, obstacleOf } from '../obstacle-table.ts';
import { plainName } from '../owners.ts';

/** What an instruction of the depository has to state, and whether it agrees with the register. */
export function depositoryObstacles(papers: Papers): Obstacle[] {
  const rule = caseRuleOf(papers.content);
  if (!rule) return [];
  const { checks } = rule;
  return [
    ...(checks.includes('depositorySet') ? instruction(papers) : []),
    ...(checks.includes('taxIdMismatch') ? newTaxId(papers) : []),
  ];
}

function instruction(papers: Papers): Obstacle[] {
  const given = papers.content.depository;
  if (!given) return [missing('depository', "the participant's instruction in figures", 'D11')];
  const isDeposit = papers.content.caseCode === 'Deposit';
  return [
    ...(given.participantNumber?.trim()
      ? []
      : [missing('depository.participantNumber', "the participant's number", 'D13')]),
    ...(given.reference?.trim()
      ? []
      : [missing('depository.reference', "the depository's reference", 'D11')]),
    ...(given.cusip?.trim() ? [] : [missing('depository.cusip', 'the CUSIP of the instruction', 'D08')]),
    ...(given.service === 'DRS' && isDeposit && !given.suretyNumber?.trim()
      ? [missing('depository.suretyNumber', 'the surety number', 'D13')]
      : []),
    ...differences(papers, given),
  ];
}

function differences(papers: Papers, given: NonNullable<Papers['content']['depository']>): Obstacle[] {
  const { content, facts } = papers;
  const found: Obstacle[] = [];
  if (given.cusip && facts.cusip && plainName(given.cusip) !== plainName(facts.cusip)) {
    found.push(
      obstacleOf('cusipMismatch', { field: 'depository.cusip', values: { class: facts.className } }),
    );
  }
  if (given.shares && given.shares !== facts.sharesLeaving) {
    const values = { instructed: formatShares(given.shares), moved: formatShares(facts.sharesLeaving) };
    found.push(obstacleOf('quantityMismatch', { field: 'depository.shares', values }));
  }
  const account = holderOf(papers);
  if (given.taxId?.trim() && account && digits(given.taxId) !== digits(account.taxId)) {
    const values = { source: 'instruction' };
    found.push(obstacleOf('taxIdMismatch', { field: 'depository.taxId', values }));
  }
  if (
    given.registration?.trim() &&
    account &&
    plainName(given.registration) !== plainName(account.registration.join(' '))
  ) {
    found.push(
      obstacleOf('registrationMismatch', {
        field: 'depository.registration',
        isCleared: isClearedByReason('registrationMismatch', content),
      }),
    );
  }
  return found;
}

/** The holder whom the instruction names: of a deposit the account that gives, of a withdrawal the one that gets. */
function holderOf(papers: Papers): Pick<Target, 'registration' | 'taxId'> | null {
  const { content, facts } = papers;
  return (content.caseCode === 'Deposit' ? facts.transferors[0] : targetsOf(papers)[0]) ?? null;
}

/** A new name keeps its tax ID. */
function newTaxId(papers: Papers): Obstacle[] {
  const former = papers.facts.transferors[0];
  if (!former?.taxId) return [];
  return targetsOf(papers).flatMap((target, index) =>
    target?.taxId && digits(target.taxId) !== digits(former.taxId)
      ? obstacleOf('taxIdMismatch', {
          field: `lines[${index}].shareholder.primaryTaxId`,
          values: { source: 'new registration' },
          reasons: ['O02'],
        })
      : [],
  );
}

const missing = (field: string, document: string, reason: RejectionReason) =>
  obstacleOf('documentMissing', { field, values: { document }, reasons: [reason] });

const digits = (taxId: string) => taxId.replace(/\D/g, '');
