import type { PoolClient } from 'pg';
import { labelFamilies } from '#lib/contract/labels';
import type { PostalRow } from '#registry/queries/reports/certificates-by-holder';
import { type LabelRow, labelRows } from '#registry/queries/reports/label-rows';
import type { LabelLines } from '#registry/render/labels/label-fit';
import type { LabelDocument } from '#registry/render/labels/labels';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';
import { labelGeometry } from './label-geometry.ts';

/** Always a PDF, whatever isPDF says. */
export const generateMailingLabels: Report<'GenerateMailingLabels'> = {
  name: 'MailingLabels',
  format: 'pdf',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
  document: mailingLabels,
};

/** One label per account: domestic by postal code, then foreign by country, then by name. */
async function mailingLabels(
  client: PoolClient,
  order: OrderFor<'GenerateMailingLabels'>,
): Promise<LabelDocument> {
  const { input, cutoff } = order;
  const family = labelFamilies.get(input.labelType);
  if (!family) throw new Error('The label code has no sheet.');
  const { issuer, head } = await reportHeader(client, order, []);
  return {
    title: `Mailing labels – ${head.issuerLine}`,
    agentName: head.agentName,
    reportId: head.reportId,
    generatedAt: head.generatedAt,
    geometry: labelGeometry(family),
    labels: labelsOf(
      labelRows(client, {
        issuerId: issuer.id,
        cutoff,
        holding: input.holdingStatus,
        restriction: input.restriction,
        address: input.addressStatus,
      }),
    ),
  };
}

async function* labelsOf(rows: AsyncIterable<LabelRow>): AsyncGenerator<LabelLines> {
  for await (const row of rows) yield labelLines(row);
}

function isDomestic({ country2_code: code }: PostalRow): boolean {
  return code === 'US' || code === '';
}

function countryOf(address: PostalRow): string {
  return isDomestic(address) ? '' : address.country || address.country2_code;
}

export function labelLines(row: LabelRow): LabelLines {
  const { address } = row;
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

/**
 * Capitals without punctuation, which sorting machines read best; - ' & / # stay, because names and streets
 * contain them.
 */
function postal(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}\s\-'’&/#]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
