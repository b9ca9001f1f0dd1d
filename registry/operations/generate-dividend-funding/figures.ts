import type { DividendPayment } from '#registry/queries/reports/dividend-details';
import { toCents } from '../parts/report/cents.ts';

/** Payments of one way, in cents. */
export type Way = { payments: bigint; net: bigint };

/** The dollars of a dividend, in cents. `netted`: what the issuer sends if it keeps the reinvested dollars. */
export type Funding = {
  payments: bigint;
  gross: bigint;
  withheld: bigint;
  taxed: bigint;
  netted: bigint;
  ways: ReadonlyMap<string, Way>;
};

/** Adds up payments as they are read, so that memory does not grow with their number. */
export async function fundingOf(payments: AsyncIterable<DividendPayment>): Promise<Funding> {
  const ways = new Map<string, Way>();
  const sums = { payments: 0n, gross: 0n, withheld: 0n, taxed: 0n, netted: 0n };
  for await (const { method, gross, withheld, net } of payments) {
    const way = ways.get(method) ?? { payments: 0n, net: 0n };
    way.payments += 1n;
    way.net += toCents(net);
    ways.set(method, way);
    const tax = toCents(withheld);
    sums.payments += 1n;
    sums.gross += toCents(gross);
    sums.withheld += tax;
    if (tax !== 0n) sums.taxed += 1n;
    sums.netted += method === 'Reinvest' ? tax : toCents(gross);
  }
  return { ...sums, ways };
}

/** Net payments of every way and the tax withheld, in cents. */
export const usedOf = ({ ways, withheld }: Funding): bigint =>
  [...ways.values()].reduce((sum, { net }) => sum + net, withheld);
