// Certificates or their sums by holder in name order, read through a cursor.

import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import { canceledOn, isShownOn, issuedOn, lastingId } from '../positions.ts';

/** Filters of the register; all must match. */
export type RegisterSelection = {
  issuerId: bigint;
  cutoff: CalendarDate;
  classIds: readonly bigint[];
  customerShareholderId: string | undefined;
  prefix: string | undefined;
  certificates: 'All' | 'Outstanding' | 'Canceled';
  restriction: 'All' | 'Restricted' | 'NonRestricted';
  address: 'All' | 'GoodAddress' | 'BadAddress';
};

/** The holder of a row's certificate; an address is null when there is none. */
export type HolderColumns = {
  holder_id: bigint;
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  primary_tax_id: string;
  primary_tax_id_type: string;
  primary_address: PostalRow | null;
  mailing_address: PostalRow | null;
};

export type CertificateColumns = {
  class_id: bigint;
  prefix: string;
  number: bigint;
  form: string;
  shares: bigint;
  restriction: string;
  issued_on: CalendarDate;
  canceled_on: CalendarDate;
};

/** A holder as lists print it. */
export type ListedHolder = HolderColumns & {
  account_type: string;
  access_code: string;
  bad_address_since: CalendarDate | null;
};

/** One certificate with its holder. */
export type CertificateRow = ListedHolder & CertificateColumns & { id: bigint; stops: string | null };

/** Sums of one holder's certificates of one class; canceled ones are counted separately. */
export type SummedRow = ListedHolder & {
  class_id: bigint;
  outstanding: bigint;
  restricted: bigint;
  certificates: bigint;
  canceled: bigint;
};

export type PostalRow = {
  address1: string;
  address2: string;
  city: string;
  state: string;
  postal_code: string;
  country2_code: string;
  country: string;
  email: string;
  phone: string;
  secondary_phone: string;
};

/** The certificates of a selection; the aliases of certificate, account and holder are c, a and h. */
const chosenFrom = `
  from certificate c
  join account a on a.issuer_id = $1 and a.holder_id = c.holder_id
  join holder h on h.id = c.holder_id`;

/**
 * For outstanding ones nothing is asked that the index `certificate_as_of` does not have, such as `is_replaced`: with ten
 * million certificates a list then begins after 10 s instead of 72.
 */
const chosenCertificates = `
       c.issuer_id = $1 and c.issued_on <= $2 and not c.is_treasury and ($6::text = 'Outstanding' or ${isShownOn('$2')})
   and c.class_id = any($3::bigint[])
   and ($5::text is null or lower(c.prefix) = lower($5))
   and ($6::text = 'All' or ($6 = 'Outstanding') = (c.canceled_on > $2))
   and ($7::text = 'All' or ($7 = 'Restricted') = (c.restriction <> 'N'))`;
const chosenHolders = `
       ($4::text is null or h.customer_id = $4)
   and ($8::text = 'All' or ($8 = 'BadAddress') = (h.bad_address_since is not null))`;
const chosenWhere = ` where ${chosenCertificates} and ${chosenHolders}`;

const listedHolder = `h.id as holder_id, h.customer_id, h.name, h.name2, h.name3, h.account_type, h.primary_tax_id,
            h.primary_tax_id_type, h.access_code, h.bad_address_since`;

/**
 * Addresses cost more than all other columns (two joins and a JSON text per row), so they are read only when
 * printed.
 */
function addresses(requested: boolean): { columns: string; joins: string } {
  if (!requested) return { columns: 'null as primary_address, null as mailing_address', joins: '' };
  return {
    columns: 'to_json(p) as primary_address, to_json(m) as mailing_address',
    joins: `left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
            left join holder_address m on m.holder_id = h.id and m.kind = 'mailing'`,
  };
}

/** Rows per fetch: with more, memory use grows without a noticeable gain in speed. */
const batch = 2000;

const inOrder = `order by a.sort_key, a.holder_id, c.class_id, ${issuedOn}, ${lastingId}`;

function parameters(selection: RegisterSelection): unknown[] {
  return [
    selection.issuerId,
    selection.cutoff,
    selection.classIds,
    selection.customerShareholderId ?? null,
    selection.prefix ?? null,
    selection.certificates,
    selection.restriction,
    selection.address,
  ];
}

/**
 * The certificates of a selection, grouped by holder in name order, through a cursor, so that memory use does
 * not grow with the register. Active stops are 'kind|date', joined by line feeds. `client` must be inside a
 * snapshot.
 */
export function certificatesByHolder(
  client: PoolClient,
  selection: RegisterSelection,
  withAddresses = true,
): AsyncGenerator<CertificateRow, void, undefined> {
  const { columns, joins } = addresses(withAddresses);
  return streamRows<CertificateRow>(
    client,
    `select ${listedHolder}, ${columns},
            c.class_id, ${lastingId} as id, c.prefix, c.number, c.form, c.shares, c.restriction, ${issuedOn} as issued_on,
            ${canceledOn} as canceled_on,
            (select string_agg(s.kind || '|' || s.placed_on, chr(10) order by s.id) from stop s
              where s.issuer_id = $1 and s.certificate_id = c.id and s.placed_on <= $2
                and (s.released_on is null or s.released_on > $2)) as stops
     ${chosenFrom} ${joins} ${chosenWhere} ${inOrder}`,
    parameters(selection),
    batch,
  );
}

/**
 * The same certificates summed by holder and class, in the same order: for a list of a million holders, ten
 * million certificates stay in the database.
 */
export function summedRows(
  client: PoolClient,
  selection: RegisterSelection,
  withAddresses: boolean,
): AsyncGenerator<SummedRow, void, undefined> {
  const { text, values } = summedStatement(selection, withAddresses);
  return streamRows<SummedRow>(client, text, values, batch);
}

/** Summed before the joins, so that one index is enough. */
export function summedStatement(
  selection: RegisterSelection,
  withAddresses: boolean,
): { text: string; values: unknown[] } {
  const { columns, joins } = addresses(withAddresses);
  const text = `select ${listedHolder}, ${columns}, c.class_id, c.outstanding, c.restricted, c.certificates, c.canceled
       from (select c.holder_id, c.class_id,
                    coalesce(sum(c.shares) filter (where c.canceled_on > $2), 0)::bigint as outstanding,
                    coalesce(sum(c.shares) filter (where c.canceled_on > $2 and c.restriction <> 'N'), 0)::bigint as restricted,
                    count(*) filter (where c.canceled_on > $2) as certificates,
                    count(*) filter (where c.canceled_on <= $2) as canceled
               from certificate c
              where ${chosenCertificates}
                and ($4::text is null or c.holder_id = (select one.id from holder one where one.customer_id = $4))
              group by c.holder_id, c.class_id) as c
       join account a on a.issuer_id = $1 and a.holder_id = c.holder_id
       join holder h on h.id = c.holder_id ${joins}
      where ${chosenHolders}
      order by a.sort_key, a.holder_id, c.class_id`;
  return { text, values: parameters(selection) };
}

export type TaxLotRow = {
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  class_id: bigint;
  prefix: string;
  certificate_number: bigint;
  number: number;
  acquired_on: CalendarDate;
  shares: bigint;
  cost_per_share: string | null;
  total_cost: string | null;
  is_covered: boolean;
  method: string;
};

/**
 * The tax lots of the same certificates in the same order. After a split or stock dividend only the total cost
 * is stored, and the cost of one share is computed from it, to six decimals.
 */
export function taxLotRows(
  client: PoolClient,
  selection: RegisterSelection,
): AsyncGenerator<TaxLotRow, void, undefined> {
  return streamRows<TaxLotRow>(
    client,
    `select h.customer_id, h.name, h.name2, h.name3, c.class_id, c.prefix, c.number as certificate_number,
            l.number, l.acquired_on, l.shares, l.total_cost, l.is_covered, l.method,
            coalesce(l.cost_per_share, round(l.total_cost / l.shares, 6)) as cost_per_share
     ${chosenFrom} join tax_lot l on l.issuer_id = $1 and l.certificate_id = c.id
     ${chosenWhere} ${inOrder}, l.number`,
    parameters(selection),
    batch,
  );
}
