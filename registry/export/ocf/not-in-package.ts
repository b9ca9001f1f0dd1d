import type { ClientBase } from 'pg';
import type { Variant } from '#lib/contract/agent/register-export';
import { formatShares } from '#lib/format/shares';
import { count, countLeftOut } from '../left-out.ts';
import { hasClass } from './ids.ts';

/** What is not in a package of the issuer, a line each. */
export async function withoutPlace(
  client: ClientBase,
  issuerId: bigint,
  variant: Variant,
): Promise<string[]> {
  const lines: string[] = [];
  const classes = await client.query<{ name: string; code: string; count: bigint; shares: bigint }>(
    `select k.name, k.code, count(c.id) as count, coalesce(sum(c.shares), 0)::bigint as shares
       from security_class k
       left join certificate c on c.issuer_id = k.issuer_id and c.class_id = k.id and c.canceled_on = '9999-12-31'
      where k.issuer_id = $1 and not (${hasClass('k.code')}) group by k.id, k.name, k.code order by k.id`,
    [issuerId],
  );
  for (const one of classes.rows)
    lines.push(
      `Class ${one.name}: neither common nor preferred stock. ${one.count} positions of ${formatShares(one.shares)}.`,
    );
  const treasury = await client.query<{ name: string; shares: bigint }>(
    `select k.name, sum(c.shares)::bigint as shares from certificate c
       join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
      where c.issuer_id = $1 and c.is_treasury and c.canceled_on = '9999-12-31' and ${hasClass('k.code')}
      group by k.id, k.name order by k.id`,
    [issuerId],
  );
  for (const { name, shares } of treasury.rows)
    lines.push(
      `Treasury shares of ${name}: ${formatShares(shares)}. They are noted in the comments of the class.`,
    );
  const noCountry = await client.query<{ count: bigint }>(
    count(`account a left join holder_address p on p.holder_id = a.holder_id and p.kind = 'primary'
            where a.issuer_id = $1 and coalesce(p.country2_code, '') = ''`),
    [issuerId],
  );
  if (variant !== 'Plain' && noCountry.rows[0]!.count > 0n)
    lines.push(`Addresses without a country: ${noCountry.rows[0]!.count}. The format requires one.`);
  if (variant === 'Masked') {
    const { rows } = await client.query<{ count: bigint }>(
      count(`account a join holder h on h.id = a.holder_id
              where a.issuer_id = $1 and (h.primary_tax_id <> '' or h.secondary_tax_id <> '')`),
      [issuerId],
    );
    if (rows[0]!.count > 0n)
      lines.push(`Tax ids of ${rows[0]!.count} holders: the format has no place for masked ones.`);
  }
  lines.push(...(await countLeftOut(client, issuerId)));
  lines.push(
    'Not in the format: time, authority, charges and presentor of transactions, access codes, changes of holders.',
  );
  return lines;
}
