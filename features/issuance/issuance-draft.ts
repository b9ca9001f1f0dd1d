// Form of an issuance as data: reading amounts, errors, and the request it sends.

import {
  bodyOf,
  type HolderDraft,
  type HolderRecord,
  newHolder,
} from '#components/holder-record/holder-draft';
import { type FieldErrors, validateHolder } from '#components/holder-record/validate-holder';
import { addDays, parseDate } from '#lib/format/dates';
import { parseDecimal } from '#lib/format/decimal';
import { readShares } from '#lib/format/whole-number';

export type Line = { id: string; shares: string; restriction: string };

/** An issuance being typed. */
export type IssuanceDraft = {
  values: Readonly<Record<string, string>>;
  lines: readonly Line[];
  /** The new holder, when registered together with the issuance. */
  holder: HolderDraft;
};

/** A class as an issuance names it; null where the interface has no value for it. */
export type ClassChoice = {
  name: string;
  requested: { securityTypeCode?: string; securitySeriesCode?: string } | null;
};

export const newIssuance = (today: string, account: string): IssuanceDraft => ({
  values: {
    effectiveDate: today,
    processDate: today,
    chargeAmount: '0',
    certificateType: 'BookEntry',
    holderMode: 'known',
  },
  lines: [{ id: '1', shares: '', restriction: 'N' }],
  holder: newHolder(account),
});

/**
 * How an issuance names a class: without a type code for common shares, and with the series code where there is
 * one.
 */
export function classChoice(row: {
  securityType: string;
  securityTypeCode: string;
  securitySeriesCode: string;
}): ClassChoice {
  const { securityTypeCode: code, securitySeriesCode: series, securityType: name } = row;
  const known = /^[CPWUBDM]$/.test(code) && /^[ABC]?$/.test(series);
  if (!known) return { name, requested: null };
  return {
    name,
    requested: {
      ...(code === 'C' ? {} : { securityTypeCode: code }),
      ...(series ? { securitySeriesCode: series } : {}),
    },
  };
}

/** Sum of the lines with a valid number. */
export const totalOf = (lines: readonly Line[]) =>
  lines.reduce((total, line) => total + (readShares(line.shares) ?? 0n), 0n);

/** Shares with a restriction. */
export const restrictedOf = (lines: readonly Line[]) =>
  totalOf(lines.filter(({ restriction }) => restriction !== 'N'));

/** '$75.10' → '75.10'; null for text that is not an amount in dollars and cents. */
export function readAmount(text: string): string | null {
  const plain = text.replace(/[$,\s]/g, '') || '0';
  const decimal = parseDecimal(plain);
  return decimal && decimal.digits >= 0n && decimal.scale <= 2 && plain.length <= 15 ? plain : null;
}

/**
 * True when the issuance stays pending, for its effective date or for the agent, instead of being completed at
 * once. The registry reads a process date one day ahead as its today.
 */
export const staysPending = ({ values }: IssuanceDraft, today: string) =>
  (values.effectiveDate ?? '') > today || (values.processDate ?? '') > addDays(today, 1);

/** Errors that block the review. `available`: shares of the class available to issue, null without a limit. */
export function issuanceErrors(
  draft: IssuanceDraft,
  about: {
    available: bigint | null;
    chosen: ClassChoice | null;
    record: HolderRecord | null;
    issuers: readonly number[];
  },
): FieldErrors {
  const { values, lines } = draft;
  const errors: FieldErrors = {};
  if (values.newIssuer) Object.assign(errors, newIssuerErrors(values, about.issuers));
  if (!about.chosen) errors.securityType = 'Choose the class.';
  else if (!about.chosen.requested)
    errors.securityType = 'This class cannot be issued from this form. Issue it at the registry.';
  if (!parseDate(values.effectiveDate ?? '')) errors.effectiveDate = 'Choose the effective date.';
  if (!parseDate(values.processDate ?? '')) errors.processDate = 'Choose the process date.';
  if (readAmount(values.chargeAmount ?? '') === null)
    errors.chargeAmount = 'Enter dollars and cents, for example 75.00.';
  lines.forEach((line, index) => {
    if (readShares(line.shares) === null)
      errors[`certificates[${index}].shares`] = 'Enter a whole number of shares, at least 1.';
  });
  const total = totalOf(lines);
  if (about.available !== null && total > about.available)
    errors.certificates = `This is ${total - about.available} more than is available to issue.`;
  if (values.lotDate && !parseDate(values.lotDate))
    errors['TaxLots[0].acquisitionDate'] = 'Enter a valid date.';
  if (values.lotDate && (values.lotDate ?? '') > (values.effectiveDate ?? ''))
    errors['TaxLots[0].acquisitionDate'] = 'Enter a date no later than the effective date.';
  const cost = (values.lotCost ?? '').replace(/[$,\s]/g, '');
  if (cost && (!parseDecimal(cost) || !values.lotDate))
    errors['TaxLots[0].costPerShare'] = 'Enter an amount, with the acquisition date.';
  if (values.holderMode === 'known') {
    if (!about.record)
      errors['shareholder.customerShareholderId'] = 'Choose the holder, or register a new one.';
  } else {
    const inner = validateHolder(draft.holder, true);
    for (const [name, text] of Object.entries(inner)) errors[`shareholder.${name}`] = text;
  }
  return errors;
}

function newIssuerErrors(values: IssuanceDraft['values'], issuers: readonly number[]): FieldErrors {
  const id = values.newIssuerId?.trim() ?? '';
  if (!/^[1-9]\d{0,14}$/.test(id)) return { customerIssuerId: 'Digits only, not starting with 0.' };
  if (issuers.includes(Number(id)))
    return { customerIssuerId: 'This issuer exists. Open its page to issue for it.' };
  return values.newIssuerAgain?.trim() === id
    ? {}
    : { newIssuerAgain: 'Enter the same ID again to confirm a new issuer.' };
}

/** The request with exact share counts; and the tax ids of an existing holder, which stay unchanged. */
export function issuanceBody(
  draft: IssuanceDraft,
  about: {
    issuer: number;
    chosen: ClassChoice;
    record: HolderRecord | null;
    recordDraft: HolderDraft | null;
  },
) {
  const { values, lines } = draft;
  const known = values.holderMode === 'known' && about.recordDraft;
  const { body: shareholder, keep } = bodyOf(known || draft.holder, known ? about.record : null);
  const requested = about.chosen.requested ?? {};
  const cost = (values.lotCost ?? '').replace(/[$,\s]/g, '');
  const lot = {
    acquisitionDate: values.lotDate,
    shares: totalOf(lines),
    ...(cost ? { costPerShare: Number(cost) } : {}),
  };
  const body = {
    customerIssuerId: about.issuer,
    effectiveDate: values.effectiveDate ?? null,
    processDate: values.processDate ?? '',
    chargeAmount: Number(readAmount(values.chargeAmount ?? '') ?? '0'),
    certificateType: values.certificateType ?? 'BookEntry',
    securityType: Object.keys(requested).length > 0 ? requested : null,
    comments: values.comments?.trim() || null,
    restrictionCode: lines[0]?.restriction ?? 'N',
    certificates: lines.map((line) => ({
      shares: readShares(line.shares) ?? 0n,
      restrictionCode: line.restriction,
    })),
    shareholder,
    TaxLots: values.lotDate ? [lot] : null,
  };
  return { body, keep };
}
