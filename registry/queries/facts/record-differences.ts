// Pages of record differences with their steps and certificates, and one locked for a change.

import type { CalendarDate } from '#lib/format/dates';
import type { CauseKind, DifferenceBasis, ResolutionKind } from '#registry/db/difference-kinds';
import type { Db } from '#registry/db/session';
import { type Page, pageOf } from './page.ts';

export type DifferenceFact = {
  id: bigint;
  version: number;
  class_id: bigint;
  shares: bigint;
  cause: string;
  by_prior_agent: boolean;
  note: string;
  opened_on: CalendarDate;
  opened_by: string;
  resolved_on: CalendarDate | null;
  resolved_by: string;
  resolution: string;
  existed_since: CalendarDate;
  basis: DifferenceBasis;
  cause_kind: CauseKind | '';
  is_over_issuance: boolean;
  resolution_kind: ResolutionKind | '';
  resolution_txn: bigint | null;
  /** The number of that transaction as the journal shows it. */
  resolution_number: bigint | null;
  certificates: string;
  holder: string | null;
  holder_name: string | null;
  item_id: bigint | null;
  discovered_on: CalendarDate;
  letter_on: CalendarDate | null;
  bond: string;
  bought_in_on: CalendarDate | null;
  bought_in_shares: bigint | null;
  bought_in_price: string | null;
  bought_in_from: string;
};

/** The columns of a difference in the order of their entry; $1 is the issuer. */
const columns = `id, version, class_id, shares, cause, by_prior_agent, note, opened_on, opened_by, resolved_on,
  resolved_by, resolution, coalesce(existed_since, opened_on) as existed_since, basis, cause_kind, is_over_issuance,
  resolution_kind, resolution_txn,
  (select coalesce(t.customer_id, t.id) from txn t where t.issuer_id = $1 and t.id = resolution_txn) as resolution_number,
  certificates, (select h.customer_id from holder h where h.id = holder_id) as holder,
  (select h.name from holder h where h.id = holder_id) as holder_name, item_id,
  coalesce(discovered_on, opened_on) as discovered_on, letter_on, bond, bought_in_on, bought_in_shares, bought_in_price,
  bought_in_from`;

/** Record differences of an issuer, newest first; one is resolved from the day of its resolution. */
export function differencePage(
  db: Db,
  issuerId: bigint,
  today: CalendarDate,
  status: 'All' | 'Open' | 'Resolved',
  page: Page,
): Promise<{ total: bigint; rows: DifferenceFact[] }> {
  return pageOf<DifferenceFact>(
    db,
    {
      columns,
      from: `from record_difference
       where issuer_id = $1
         and ($3::text = 'All' or ($3 = 'Resolved') = (resolved_on is not null and resolved_on <= $2))`,
      order: 'opened_on desc, id desc',
      values: [issuerId, today, status],
    },
    page,
  );
}

export type StepFact = {
  difference_id: bigint;
  number: number;
  taken_on: CalendarDate;
  note: string;
  recorded_by: string;
};

/** Steps taken on some differences of an issuer, in the order in which they were recorded. */
export async function differenceSteps(db: Db, issuerId: bigint, ids: readonly bigint[]): Promise<StepFact[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<StepFact>(
    `select difference_id, number, taken_on, note, recorded_by from record_difference_step
      where issuer_id = $1 and difference_id = any($2::bigint[]) order by difference_id, number`,
    [issuerId, ids],
  );
  return rows;
}

/** One difference of an issuer, locked until the transaction ends; the issuer is locked first, as by every verb. */
export async function differenceForChange(
  tx: Db,
  issuerId: bigint,
  id: bigint,
): Promise<DifferenceFact | undefined> {
  await tx.query('select 1 from issuer where id = $1 for update', [issuerId]);
  const { rows } = await tx.query<DifferenceFact>(
    `select ${columns} from record_difference where issuer_id = $1 and id = $2 for update`,
    [issuerId, id],
  );
  return rows[0];
}

/** Certificates of the issuer by class and number as printed; a number may be in no register. */
export async function certificatesNamed(
  db: Db,
  issuerId: bigint,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (names.length === 0) return new Map();
  const { rows } = await db.query<{ id: bigint; class_id: bigint; name: string }>(
    `select max(id) as id, class_id, prefix || '-' || number as name from certificate
      where issuer_id = $1 and number = any($2::bigint[]) group by class_id, prefix, number`,
    [issuerId, numbersOf(names)],
  );
  return new Map(rows.map(({ id, class_id, name }) => [certificateKey(class_id, name), id]));
}

export const certificateKey = (classId: bigint, name: string) => `${classId} ${name}`;

/** The numbers behind the prefixes, as far as they are numbers of certificates. */
const numbersOf = (names: readonly string[]) =>
  names.flatMap((name) => {
    const digits = name.slice(name.lastIndexOf('-') + 1);
    return digits.length <= 18 && /^\d+$/.test(digits) ? [digits] : [];
  });

export async function isItem(db: Db, issuerId: bigint, itemId: bigint): Promise<boolean> {
  const { rows } = await db.query('select 1 from item where issuer_id = $1 and id = $2', [issuerId, itemId]);
  return rows.length > 0;
}
