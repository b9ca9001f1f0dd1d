import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';
import type { PostalRow } from './reports/certificates-by-holder.ts';

/** An issuer as reads need it. `version` increases with every change of its register. */
export type Issuer = {
  id: bigint;
  customerId: bigint;
  name: string;
  status: string;
  version: bigint;
  /** First day of which the register knows every holding; null when it was kept here from the start. */
  booksFrom: string | null;
  address: IssuerAddress;
};

export type IssuerAddress = {
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalCode: string;
  country2Code: string;
  country: string;
  email: string;
  phone: string;
  secondaryPhone: string;
};

type IssuerRow = PostalRow & {
  id: bigint;
  customer_id: bigint;
  name: string;
  status: string;
  version: bigint;
  books_from: string | null;
};

const columns = `id, customer_id, name, status, version, books_from, address1, address2, city, state, postal_code,
  country2_code, country, email, phone, secondary_phone`;

/** The issuers with these customer ids, or all, by customer id. */
export async function listIssuers(db: Db, granted: 'all' | ReadonlySet<bigint>): Promise<Issuer[]> {
  const { rows } =
    granted === 'all'
      ? await db.query<IssuerRow>(`select ${columns} from issuer order by customer_id`)
      : await db.query<IssuerRow>(
          `select ${columns} from issuer where customer_id = any($1::bigint[]) order by customer_id`,
          [[...granted]],
        );
  return rows.map(toIssuer);
}

/** One issuer, by the customer's id or the registry's own. */
export async function findIssuer(
  db: Db,
  by: { customerId: bigint } | { id: bigint },
): Promise<Issuer | undefined> {
  const { rows } =
    'id' in by
      ? await queryPrepared<IssuerRow>(db, `select ${columns} from issuer where id = $1`, [by.id])
      : await queryPrepared<IssuerRow>(db, `select ${columns} from issuer where customer_id = $1`, [
          by.customerId,
        ]);
  return rows[0] && toIssuer(rows[0]);
}

function toIssuer(row: IssuerRow): Issuer {
  return {
    id: row.id,
    customerId: row.customer_id,
    name: row.name,
    status: row.status,
    version: row.version,
    booksFrom: row.books_from,
    address: {
      address1: row.address1,
      address2: row.address2,
      city: row.city,
      state: row.state,
      postalCode: row.postal_code,
      country2Code: row.country2_code,
      country: row.country,
      email: row.email,
      phone: row.phone,
      secondaryPhone: row.secondary_phone,
    },
  };
}
