import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { certificateType, issuanceSeriesCode, issuanceTypeCode, restrictionCode } from '../enumerations.ts';
import type { FieldErrors } from '../error-texts.ts';
import { customerIssuerId, dateString, field, shareInput } from '../fields.ts';
import { createdBy, idempotencyId, issuanceShareholder, line } from '../holder-fields.ts';
import { named } from '../names.ts';
import { parseJson } from '../wire/json.ts';

/** At most two decimals and below 10^13, so that cents stay exact in a JSON number. */
const money = z
  .number()
  .min(0)
  .lt(1e13)
  .refine((amount) => /^-?\d+(?:\.\d{1,2})?$/.test(String(amount)), {
    error: 'must have at most two decimals',
  });

/** The interface does not show the children of TaxLots; these are our own. */
export const taxLot = z.object({
  acquisitionDate: dateString,
  shares: shareInput,
  costPerShare: z.number().min(0).lt(1e13).nullish(),
  totalCost: money.nullish(),
  isCovered: z.boolean().nullish(),
  acquisitionMethod: line('Acquisition method', 60).nullish(),
});

export type TaxLot = z.output<typeof taxLot>;

/** Parsed as strictly and exactly as a body: shares beyond 2^53, names in any letter case, no repeated name. */
function lotsFromText(text: string): unknown[] | undefined {
  if (text.trim() === '') return [];
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  const errors: FieldErrors = {};
  const given = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const lots = given.map((lot) => named(taxLot, lot, 'registry', errors, ''));
  return Object.keys(errors).length > 0 ? undefined : lots;
}

/**
 * Declared as a nullable string. Null, '', JSON text, one object or an array are accepted; null or a list is
 * passed on.
 */
export const taxLots = z
  .union([z.string().max(200_000), taxLot, z.array(taxLot).max(10_000)])
  .transform((given, ctx): TaxLot[] | null => {
    if (typeof given !== 'string') return Array.isArray(given) ? given : [given];
    const parsed = z.array(taxLot).max(10_000).safeParse(lotsFromText(given));
    if (parsed.success) return parsed.data.length ? parsed.data : null;
    ctx.addIssue({
      code: 'custom',
      message: 'must be a list of lots, each with acquisition date and shares',
    });
    return z.NEVER;
  })
  .meta({ title: 'Tax lots', description: 'Acquisition date, shares and cost of each lot, or null.' });

/** Lots as the JSON text that the interface declares; shares as digits, whatever their size. */
export function taxLotsText(lots: unknown): string | null {
  if (!Array.isArray(lots) || lots.length === 0) return null;
  const digits: string[] = [];
  const text = JSON.stringify(lots, (_key, value) =>
    typeof value === 'bigint' ? `#${digits.push(value.toString()) - 1}` : value,
  );
  return text.replace(/"shares":"#(\d+)"/g, (_match, index) => `"shares":${digits[Number(index)]}`);
}

const issuanceCertificate = z.object({
  shares: shareInput,
  restrictionCode: field(restrictionCode, { description: 'Restriction of this certificate.' }).nullable(),
  shareholder: field(issuanceShareholder, { title: 'Shareholder of this certificate' }).optional(),
  TaxLots: taxLots.nullish(),
});

type Certificates = readonly Record<string, unknown>[];

const CreateNewIssuance = endpoint({
  section: 'Transaction',
  method: 'POST',
  path: '/api/v1/Transaction/CreateNewIssuance',
  kind: 'write',
  access: 'agent writes',
  summary: 'Issue new shares of an issuer to a shareholder',
  description:
    'A known issuer ID issues for that issuer; a new one creates the issuer, pending, and the issuance.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    customerIssuerId,
    effectiveDate: field(dateString, {
      title: 'Effective date',
      description: 'The day the shares count from; null for the process date.',
    }).nullable(),
    processDate: field(dateString, {
      title: 'Process date',
      description: 'The day the issuance is posted: 00:00 UTC of that date.',
      initial: 'today',
    }),
    chargeAmount: money.meta({
      title: 'Charge',
      description: 'Fee to invoice, in dollars.',
      control: 'number',
    }),
    certificateType,
    securityType: z
      .object({
        securityTypeCode: issuanceTypeCode.nullish(),
        securitySeriesCode: issuanceSeriesCode.nullish(),
      })
      .meta({
        title: 'Security type',
        description: 'Null or left out for common shares.',
        accepted: 'securityTypeCode and securitySeriesCode inside, or null for common shares',
      })
      .nullish(),
    comments: z
      .string()
      .max(4000)
      .regex(/^[^\p{Cc}]*(?:[\t\r\n][^\p{Cc}]*)*$/u, { error: 'must not contain control characters' })
      .meta({ title: 'Comments', description: 'Free text kept with the transaction.', control: 'text' })
      .nullable(),
    ...createdBy,
    restrictionCode: restrictionCode.nullable(),
    certificates: z
      .array(issuanceCertificate)
      .max(10_000)
      .meta({ title: 'Certificates', description: 'The certificates to issue, each with its shares.' })
      .nullish(),
    shareholder: issuanceShareholder,
    TaxLots: taxLots.nullable(),
  }),
  response: z.looseObject({
    controlTransactionId: z.int(),
    customerTransactionId: z.int().nullable(),
    displayTransactionId: z.int(),
  }),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  author: ['', 'shareholder', 'certificates[].shareholder'],
  send: (fields) => ({
    ...fields,
    TaxLots: taxLotsText(fields.TaxLots),
    certificates: (fields.certificates as Certificates | null | undefined)?.map((certificate) =>
      certificate.TaxLots === undefined
        ? certificate
        : { ...certificate, TaxLots: taxLotsText(certificate.TaxLots) },
    ),
  }),
  example: {
    request: {
      idempotencyId: '7f7b1a54-5a9c-4e1b-8f53-0c9e6a0c2d10',
      customerIssuerId: 1001,
      effectiveDate: '2026-11-20',
      processDate: '2026-11-20',
      chargeAmount: 75,
      certificateType: 'BookEntry',
      securityType: null,
      comments: null,
      createdByEmail: 'operator@harborline.example',
      createdByFirstName: 'Robin',
      createdByLastName: 'Okafor',
      restrictionCode: 'R',
      certificates: [{ shares: 1500, restrictionCode: 'R' }],
      shareholder: {
        customerShareholderId: 'LK-900001',
        name: 'JOHN A SAMPLE',
        sortName: 'SAMPLE, JOHN A',
        accountType: 'Individual',
        primaryPayeeName: null,
        primaryTaxId: null,
        primaryTaxIdType: 'SSN',
        primaryAddress: {
          address1: '12 Lantern Row',
          city: 'Dayton',
          state: 'OH',
          postalCode: '45402',
          country2Code: 'US',
        },
      },
      TaxLots: null,
    },
    response: { controlTransactionId: 61230, customerTransactionId: null, displayTransactionId: 61230 },
  },
});

export const issuanceOperations = { CreateNewIssuance };
