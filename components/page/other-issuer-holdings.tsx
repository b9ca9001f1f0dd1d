import type { User } from '#lib/access/roles';
import { readUpstream } from '#lib/gateway/prefetch';
import { routes } from '#lib/routes';
import { Link } from '../ui/link.tsx';
import { issuersOf } from './page-guards.ts';

/** Above this number of issuers nothing is loaded: it takes one call each. */
const issuersMax = 25;

type Props = { user: User; issuer: number; account: string };

/** Other issuers where the same account has current holdings; for users who see every issuer. */
export async function OtherIssuerHoldings({ user, issuer, account }: Props) {
  const { issuers } = await issuersOf(user);
  const others = (issuers ?? []).filter((one) => one.customerIssuerId !== issuer);
  if (others.length === 0 || others.length > issuersMax) return null;
  const held = await Promise.all(
    others.map(async ({ customerIssuerId, name }) => {
      const input = { customerIssuerId, customerShareholderId: account };
      const summary = await readUpstream(user, 'GetHoldingSummary', input).catch(() => []);
      return summary.length > 0 ? [{ id: customerIssuerId, name }] : [];
    }),
  );
  const found = held.flat();
  if (found.length === 0) return null;
  return (
    <li>
      Also holds shares of other issuers. A change of address applies to them too:{' '}
      {found.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={routes.holder(id, account)}>{name}</Link>
        </span>
      ))}
      .
    </li>
  );
}
