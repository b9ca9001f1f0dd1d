import {
  bodyOf,
  type HolderDraft,
  type HolderRecord,
  newHolder,
} from '#components/holder-record/holder-draft';
import { type Faults, validateHolder } from '#components/holder-record/validate-holder';
import { parseDate } from '#lib/format/dates';
import { parseDecimal } from '#lib/format/decimal';

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
  wanted: { securityTypeCode?: string; securitySeriesCode?: string } | null;
};

export const newIssuance = (today: string, utcDay: string, account: string): IssuanceDraft => ({
  values: {
    effectiveDate: today,
    processDate: utcDay,
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
  if (!known) return { name, wanted: null };
  return {
    name,
    wanted: {
      ...(code === 'C' ? {} : { securityTypeCode: code }),
      ...(series ? { securitySeriesCode: series } : {}),
    },
  };
}

const sharesMax = 9_223_372_036_854_775_807n;

/** '1,500' → 1500n; null for text that is not a whole number of shares, at least 1. */
export function readShares(text: string): bigint | null {
  const digits = text.replace(/[,\s]/g, '');
  if (!/^\d{1,19}$/.test(digits)) return null;
  const count = BigInt(digits);
  return count >= 1n && count <= sharesMax ? count : null;
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
 * once.
 */
export const staysPending = ({ values }: IssuanceDraft, today: string) =>
  (values.effectiveDate ?? '') > today || (values.processDate ?? '') > nextUtc(today);

/** The UTC day may be one ahead of the registry's. */
function nextUtc(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** Errors that block the review. `room`: shares of the class available to issue, null without a limit. */
export function issuanceFaults(
  draft: IssuanceDraft,
  about: {
    room: bigint | null;
    chosen: ClassChoice | null;
    record: HolderRecord | null;
    issuers: readonly number[];
  },
): Faults {
  const { values, lines } = draft;
  const faults: Faults = {};
  if (values.newIssuer) Object.assign(faults, newIssuerFaults(values, about.issuers));
  if (!about.chosen) faults.securityType = 'Choose the class.';
  else if (!about.chosen.wanted)
    faults.securityType = 'This class cannot be issued from this form. Issue it at the registry.';
  if (!parseDate(values.effectiveDate ?? '')) faults.effectiveDate = 'Choose the effective date.';
  if (!parseDate(values.processDate ?? '')) faults.processDate = 'Choose the process date.';
  if (readAmount(values.chargeAmount ?? '') === null)
    faults.chargeAmount = 'Enter dollars and cents, for example 75.00.';
  lines.forEach((line, index) => {
    if (readShares(line.shares) === null)
      faults[`certificates[${index}].shares`] = 'Enter a whole number of shares, at least 1.';
  });
  const total = totalOf(lines);
  if (about.room !== null && total > about.room)
    faults.certificates = `This is ${total - about.room} more than is available to issue.`;
  if (values.lotDate && !parseDate(values.lotDate))
    faults['TaxLots[0].acquisitionDate'] = 'Enter a valid date.';
  if (values.lotDate && (values.lotDate ?? '') > (values.effectiveDate ?? ''))
    faults['TaxLots[0].acquisitionDate'] = 'Enter a date no later than the effective date.';
  const cost = (values.lotCost ?? '').replace(/[$,\s]/g, '');
  if (cost && (!parseDecimal(cost) || !values.lotDate))
    faults['TaxLots[0].costPerShare'] = 'Enter an amount, with the acquisition date.';
  if (values.holderMode === 'known') {
    if (!about.record)
      faults['shareholder.customerShareholderId'] = 'Choose the holder, or register a new one.';
  } else {
    const inner = validateHolder(draft.holder, true);
    for (const [name, sentence] of Object.entries(inner)) faults[`shareholder.${name}`] = sentence;
  }
  return faults;
}

function newIssuerFaults(values: IssuanceDraft['values'], issuers: readonly number[]): Faults {
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
  const wanted = about.chosen.wanted ?? {};
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
    securityType: Object.keys(wanted).length > 0 ? wanted : null,
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
