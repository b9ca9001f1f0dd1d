import type { PoolClient } from 'pg';
import { labelFamilies } from '#lib/contract/labels';
import { type LabelRow, labelRows } from '../queries/label-rows.ts';
import type { PostalRow } from '../queries/register-rows.ts';
import type { LabelLines } from '../render/label-fit.ts';
import { labelGeometry } from '../render/label-geometry.ts';
import type { LabelDocument } from '../render/labels.ts';
import { frameOf } from './frame.ts';
import type { OrderFor } from './order.ts';
import { postalLines } from './wording.ts';

/** One label per account, domestic by postal code, then foreign by country, then by name (domain §9.10). */
export async function mailingLabels(
  client: PoolClient,
  order: OrderFor<'GenerateMailingLabels'>,
): Promise<LabelDocument> {
  const { input, cutoff } = order;
  const family = labelFamilies.get(input.labelType);
  if (!family) throw new Error('The label code has no sheet.');
  const { issuer, head } = await frameOf(client, order, []);
  const rows = await labelRows(client, {
    issuerId: issuer.id,
    cutoff,
    holding: input.holdingStatus,
    restriction: input.restriction,
    address: input.addressStatus,
  });
  const addressed = rows.flatMap((row) => {
    const address = addressOf(row);
    return address ? { row, address } : [];
  });
  addressed.sort((a, b) => compare(orderKey(a.address), orderKey(b.address)));
  return {
    title: `Mailing labels – ${head.issuerLine}`,
    agentName: head.agentName,
    reportId: head.reportId,
    generatedAt: head.generatedAt,
    geometry: labelGeometry(family),
    labels: addressed.map(({ row, address }) => labelLines(row, address)),
  };
}

/** Where mail goes; an account without any address gets no label. */
function addressOf(row: LabelRow): PostalRow | null {
  if (postalLines(row.mailing_address).length > 0) return row.mailing_address;
  return postalLines(row.primary_address).length > 0 ? row.primary_address : null;
}

function isDomestic({ country2_code: code }: PostalRow): boolean {
  return code === 'US' || code === '';
}

function countryOf(address: PostalRow): string {
  return isDomestic(address) ? '' : address.country || address.country2_code;
}

function orderKey(address: PostalRow): string {
  return isDomestic(address) ? `0${address.postal_code}` : `1${countryOf(address)}`;
}

/** By code unit; equal keys keep the order of names. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function labelLines(row: LabelRow, address: PostalRow): LabelLines {
  return {
    name: postal(row.name),
    name2: postal(row.name2),
    name3: postal(row.name3),
    address1: postal(address.address1),
    address2: postal(address.address2),
    city: postal([address.city, address.state, address.postal_code].filter(Boolean).join(' ')),
    country: postal(countryOf(address)),
  };
}

/** Capitals without punctuation, as sorting machines read best; - ' & / # belong to names and streets. */
function postal(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}\s\-'’&/#]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
