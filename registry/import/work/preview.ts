// Computes what each class will look like after a register is posted.

import type { ClientBase } from 'pg';
import { countsSql } from '../check/totals.ts';

/** What a class will look like after posting. */
export type ClassPreview = {
  class: string;
  /** Null for a class without a limit. */
  authorized: bigint | null;
  reserved: bigint;
  issued: bigint;
  treasury: bigint;
  outstanding: bigint;
  restricted: bigint;
  holders: bigint;
  certificates: bigint;
  certificated: bigint;
  bookEntry: bigint;
};

/** The classes of a checked register, from the staged rows of this connection. */
export async function previewClasses(client: ClientBase): Promise<ClassPreview[]> {
  const { rows } = await client.query<ClassPreview>(
    `select n.name as class, case when k.is_unlimited then null else n."Authorized"::bigint end as authorized,
            n."Reserved"::bigint as reserved, n."Issued"::bigint as issued, n."Treasury"::bigint as treasury,
            n."Outstanding"::bigint as outstanding, n."Restricted"::bigint as restricted, n."Holders" as holders,
            n."Certificates" as certificates, n."Paper" as certificated, n."BookEntry" as "bookEntry"
       from (${countsSql}) as n join staged_classes k on k.row = n.row
      where n.name is not null order by n.row`,
  );
  return rows;
}
