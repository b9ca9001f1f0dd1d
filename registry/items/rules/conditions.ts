// Named conditions under which a case asks for a document or a signature.

import { addMonths } from '#lib/format/dates';
import { type Papers, registrationText, targetsOf } from './facts.ts';
import { isEntity, isNamed, plainName } from './owners.ts';

/** Holding period after which the direction of the issuer is enough to remove a legend. */
const directionMonths = 12;

/** Conditions that the rows of cases name. */
const conditions = {
  ownerIsEntity: ({ content, facts }: Papers) =>
    content.facts?.isEntity ?? facts.transferors.some((account) => isEntity(account)),
  ownerIsAffiliate: ({ content }: Papers) => content.facts?.isAffiliate === true,
  capacityGuaranteed: ({ content }: Papers) =>
    content.guarantees.length > 0 && content.guarantees.every((one) => one.prefix && one.capacity?.trim()),
  serviceIsDwac: ({ content }: Papers) => content.depository?.service === 'DWAC',
  /** A trustee signs who is not named in the registration. */
  successorSigns: ({ content, facts }: Papers) =>
    content.guarantees.some(
      ({ signer }) => !facts.transferors.some(({ registration }) => isNamed(signer, registration)),
    ),
  custodianSigns: ({ content }: Papers) =>
    content.guarantees.some(({ capacity }) => /\bcust/i.test(capacity ?? '')),
  bothNamesGuaranteed: ({ content }: Papers) =>
    new Set(content.guarantees.filter((one) => one.prefix).map((one) => plainName(one.signer))).size >= 2,
  /** The issuer's direction is enough: no affiliate, held for over twelve months, the issuer never a shell. */
  directionIsEnough: ({ content, facts }: Papers) =>
    content.facts?.isAffiliate === false &&
    facts.issuerWasShell === false &&
    facts.acquiredOn !== null &&
    addMonths(facts.acquiredOn, directionMonths) < facts.receivedDate,
  hasTaxLots: ({ content }: Papers) => content.lines.some((line) => (line.TaxLots ?? []).length > 0),
  hasLegendText: ({ content }: Papers) => content.lines.some((line) => line.legend?.trim()),
  hasAuthority: ({ content }: Papers) => Boolean(content.authority),
  /** Each new registration is that of a trust. */
  registeredToTrust: (papers: Papers) => {
    const targets = targetsOf(papers);
    return targets.length > 0 && targets.every((one) => one !== null && isTrust(one));
  },
} satisfies Record<string, (papers: Papers) => unknown>;

export type Condition = keyof typeof conditions;

export function holds(condition: Condition, papers: Papers): boolean {
  return Boolean(conditions[condition](papers));
}

function isTrust(target: { accountType: string; registration: readonly string[] }): boolean {
  return target.accountType === 'Trust' || /\b(?:TRUST|TRUSTEE|TTEE|TR)\b/i.test(registrationText(target));
}
