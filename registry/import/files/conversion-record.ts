// Reads the record of a posted register, and counts in the books what came with it: stops, lots, bad addresses, plan members.

import { readJson } from '#lib/contract/wire/json';
import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

/** A control total of a register that was brought in, beside what its rows say. */
export type StatedTotal = {
  class: string;
  measure: string;
  stated: bigint;
  counted: bigint;
  /** Typed by a user; else stated by the file. */
  isTyped: boolean;
};

/** A register that was brought in and posted. */
export type ConversionRecord = {
  asOf: CalendarDate;
  source: string;
  certifiedBy: string;
  certifiedOn: CalendarDate;
  fileName: string;
  sha256: string;
  /** Why warnings were accepted; '' for none. */
  accepted: string;
  postedAt: string;
  /** First day of which every holding is known. */
  booksFrom: CalendarDate | null;
  /** Rows of each sheet. */
  rows: ReadonlyMap<string, bigint>;
  totals: readonly StatedTotal[];
};

type ConversionRow = {
  as_of: CalendarDate;
  source: string;
  certified_by: string;
  certified_on: CalendarDate;
  file_name: string;
  sha256: string;
  accepted: string;
  posted_at: string;
  books_from: CalendarDate | null;
  counts: string;
};

/** What was recorded when a register was brought in, unless it was taken back. */
export async function conversionRecord(db: Db, issuerId: bigint): Promise<ConversionRecord | undefined> {
  const { rows } = await db.query<ConversionRow>(
    `select c.as_of, c.source, c.certified_by, c.certified_on, c.file_name, c.sha256, c.accepted, c.posted_at,
            i.books_from, c.counts
       from conversion c join issuer i on i.id = c.issuer_id
      where c.issuer_id = $1 and c.undone_at is null order by c.id limit 1`,
    [issuerId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const counts = readJson(row.counts, 'bigint') as {
    rows?: Record<string, number | bigint>;
    totals?: {
      class: string;
      measure: string;
      stated: number | bigint;
      counted: number | bigint;
      typedBy?: string;
    }[];
  };
  return {
    asOf: row.as_of,
    source: row.source,
    certifiedBy: row.certified_by,
    certifiedOn: row.certified_on,
    fileName: row.file_name,
    sha256: row.sha256,
    accepted: row.accepted,
    postedAt: row.posted_at,
    booksFrom: row.books_from,
    rows: new Map(Object.entries(counts.rows ?? {}).map(([sheet, count]) => [sheet, BigInt(count)])),
    totals: (counts.totals ?? []).map((one) => ({
      class: one.class,
      measure: one.measure,
      stated: BigInt(one.stated),
      counted: BigInt(one.counted),
      isTyped: one.typedBy !== undefined,
    })),
  };
}

/** What came with the holders and certificates of a register, counted in the books as of a day. */
export type CarriedOver = {
  stops: bigint;
  lots: bigint;
  bad_addresses: bigint;
  lost: bigint;
  plan_members: bigint;
  contacts: bigint;
};

export async function carriedOver(db: Db, issuerId: bigint, day: CalendarDate): Promise<CarriedOver> {
  const { rows } = await db.query<CarriedOver>(
    `select (select count(*) from stop s where s.issuer_id = $1 and s.placed_on <= $2
                and (s.released_on is null or s.released_on > $2)) as stops,
            (select count(*) from tax_lot t join certificate c on c.issuer_id = $1 and c.id = t.certificate_id
              where t.issuer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2) as lots,
            count(*) filter (where h.bad_address_since <= $2) as bad_addresses,
            count(*) filter (where h.lost_since <= $2) as lost,
            (select count(*) from plan_member m where m.issuer_id = $1 and m.joined_on <= $2
                and (m.left_on is null or m.left_on > $2)) as plan_members,
            (select count(*) from contact k where k.issuer_id = $1) as contacts
       from account a join holder h on h.id = a.holder_id
      where a.issuer_id = $1`,
    [issuerId, day],
  );
  return rows[0] ?? { stops: 0n, lots: 0n, bad_addresses: 0n, lost: 0n, plan_members: 0n, contacts: 0n };
}
