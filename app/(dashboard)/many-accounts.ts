import 'server-only';
import type { Person } from '#lib/access/roles';
import { readUpstream } from '#lib/upstream/prefetch';
import type { Balance } from './capacity-of.ts';
import { accountsIn, listedMax } from './many.ts';
import { balanceInput } from './queries.ts';

/** The balance of the day when the issuer has too many accounts to send to a browser, else null. */
export async function balanceOfMany(person: Person, issuer: number, day: string): Promise<Balance[] | null> {
  const balances = await readUpstream(person, 'GetIssuerBalance', balanceInput(issuer, day)).catch(() => []);
  return accountsIn(balances) > listedMax ? balances : null;
}
