import type { CalendarDate } from '#lib/format/dates';
import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';

/** A security class with its authorized and reserved shares on a date. */
export type SecurityClass = {
  id: bigint;
  code: string;
  series: string;
  name: string;
  description: string;
  cusip: string;
  isUnlimited: boolean;
  isDollar: boolean;
  authorized: bigint;
  reserved: bigint;
};

type ClassRow = Omit<SecurityClass, 'isUnlimited' | 'isDollar'> & {
  is_unlimited: boolean;
  is_dollar: boolean;
};

/** A class filter. A blank code or series does not limit the result. */
export type ClassFilter = { code?: string; series?: string };

/**
 * The classes of an issuer in the order they were opened, with authorized and reserved as of the close of
 * `cutoff`. An unlimited class has authorized 0.
 */
export async function classesOf(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  filter: ClassFilter = {},
): Promise<SecurityClass[]> {
  const { rows } = await queryPrepared<ClassRow>(
    db,
    `select k.id, k.code, k.series, k.name, k.description, k.cusip, k.is_unlimited, k.is_dollar,
            (select coalesce(sum(d.delta), 0)::bigint from authorized_change d
              where d.issuer_id = $1 and d.class_id = k.id and d.effective_on <= $2) as authorized,
            (select coalesce(sum(d.delta), 0)::bigint from reserve_change d
              where d.issuer_id = $1 and d.class_id = k.id and d.effective_on <= $2) as reserved
       from security_class k
      where k.issuer_id = $1 and ($3::text = '' or k.code = $3) and ($4::text = '' or k.series = $4)
      order by k.id`,
    [issuerId, cutoff, filter.code ?? '', filter.series ?? ''],
  );
  return rows.map(({ is_unlimited: isUnlimited, is_dollar: isDollar, ...row }) => ({
    ...row,
    isUnlimited,
    isDollar,
    authorized: isUnlimited ? 0n : row.authorized,
  }));
}
