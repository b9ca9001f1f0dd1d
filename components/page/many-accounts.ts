import 'server-only';
import type { User } from '#lib/access/roles';
import { balanceInput } from '#lib/api/register-queries';
import { readUpstream } from '#lib/gateway/prefetch';
import { accountsIn, listedMax } from '#lib/register/account-limit';
import type { Balance } from '#lib/register/capacity';

/** The balance of the day when the issuer has too many accounts to send to a browser, else null. */
export async function balanceOfMany(user: User, issuer: number, day: string): Promise<Balance[] | null> {
  const balances = await readUpstream(user, 'GetIssuerBalance', balanceInput(issuer, day)).catch(() => []);
  return accountsIn(balances) > listedMax ? balances : null;
}
