import 'server-only';
import type { Person } from '#lib/access/roles';
import { readUpstream } from '#lib/upstream/prefetch';
import type { Balance } from './capacity-of.ts';
import { balanceInput } from './queries.ts';

/** Above this the list of accounts is not sent to the browser: it would be tens of megabytes. */
const listedMax = 25_000;

/** The balance of the day when the issuer has more accounts than a browser should be sent, else null. */
export async function balanceOfMany(person: Person, issuer: number, day: string): Promise<Balance[] | null> {
  const balances = await readUpstream(person, 'GetIssuerBalance', balanceInput(issuer, day)).catch(() => []);
  const accounts = balances.reduce((sum, one) => sum + one.totalShareholder, 0);
  return accounts > listedMax ? balances : null;
}
