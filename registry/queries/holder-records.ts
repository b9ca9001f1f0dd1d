import type { PoolClient } from 'pg';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '../db/session.ts';
import { type HolderName, type HolderRow, holderColumns, toHolderName } from './holder-name.ts';
import type { PostalRow } from './reports/certificates-by-holder.ts';

/** A registration with all its fields; tax ids as digits, '' when none. */
export type HolderRecord = {
  holder: HolderName;
  primaryAddress: PostalRow | null;
  mailingAddress: PostalRow | null;
  primaryTaxId: string;
  primaryTaxIdType: string;
  primaryPayeeName: string;
  secondaryTaxId: string;
  secondaryTaxIdType: string;
  secondaryPayeeName: string;
};

type RecordRow = HolderRow & {
  primary_address: PostalRow | null;
  mailing_address: PostalRow | null;
  primary_tax_id: string;
  primary_tax_id_type: string;
  primary_payee_name: string;
  secondary_tax_id: string;
  secondary_tax_id_type: string;
  secondary_payee_name: string;
};

const columns = `${holderColumns}, h.primary_tax_id, h.primary_tax_id_type, h.primary_payee_name, h.secondary_tax_id,
  h.secondary_tax_id_type, h.secondary_payee_name, to_json(p) as primary_address, to_json(m) as mailing_address`;
const addresses = `left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
  left join holder_address m on m.holder_id = h.id and m.kind = 'mailing'`;

/**
 * The holder with this customer id, if the client may know it. A client bound to issuers sees holders with an
 * account at one of them, and holders it registered that have no account yet, unless its token names issuers.
 */
export async function findHolderRecord(
  db: Db,
  customerId: string,
  caller: Caller,
): Promise<HolderRecord | undefined> {
  const { rows } = await db.query<RecordRow>(
    `select ${columns} from holder h ${addresses} where h.customer_id = $1`,
    [customerId],
  );
  const [row] = rows;
  if (!row || !(await mayKnow(db, row.holder_id, caller))) return undefined;
  return toRecord(row);
}

type Caller = { clientId: string; issuers: 'all' | ReadonlySet<bigint>; isNarrowed: boolean };

async function mayKnow(
  db: Db,
  holderId: bigint,
  { clientId, issuers, isNarrowed }: Caller,
): Promise<boolean> {
  if (issuers === 'all') return true;
  const accounts = await db.query<{ customer_id: bigint }>(
    'select i.customer_id from account a join issuer i on i.id = a.issuer_id where a.holder_id = $1',
    [holderId],
  );
  if (accounts.rows.length > 0) return accounts.rows.some((row) => issuers.has(row.customer_id));
  if (isNarrowed) return false;
  const { rowCount } = await db.query(
    `select 1 from holder_change where holder_id = $1 and id = 1 and before_text = '' and client_id = $2`,
    [holderId, clientId],
  );
  return rowCount === 1;
}

/**
 * Every registration with an account at the issuer, by sort name, as a stream. Treasury is the issuer itself
 * and is left out. `client` must be inside a snapshot.
 */
export async function* holderRecordsOf(client: PoolClient, issuerId: bigint): AsyncGenerator<HolderRecord> {
  const rows = streamRows<RecordRow>(
    client,
    `select ${columns} from account a join holder h on h.id = a.holder_id ${addresses}
      where a.issuer_id = $1 and a.role = 'holder'
      order by a.sort_key, a.holder_id`,
    [issuerId],
  );
  for await (const row of rows) yield toRecord(row);
}

function toRecord(row: RecordRow): HolderRecord {
  return {
    holder: toHolderName(row),
    primaryAddress: row.primary_address,
    mailingAddress: row.mailing_address,
    primaryTaxId: row.primary_tax_id,
    primaryTaxIdType: row.primary_tax_id_type,
    primaryPayeeName: row.primary_payee_name,
    secondaryTaxId: row.secondary_tax_id,
    secondaryTaxIdType: row.secondary_tax_id_type,
    secondaryPayeeName: row.secondary_payee_name,
  };
}

/** Name and address of a holder, for the lines of a journal. */
export type HolderWithAddress = { holder: HolderName; primaryAddress: PostalRow | null };

/** These holders by id. */
export async function holdersById(
  db: Db,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, HolderWithAddress>> {
  const { rows } = await db.query<HolderRow & { primary_address: PostalRow | null }>(
    `select ${holderColumns}, to_json(p) as primary_address
       from holder h left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
      where h.id = any($1::bigint[])`,
    [ids],
  );
  return new Map(
    rows.map((row) => [row.holder_id, { holder: toHolderName(row), primaryAddress: row.primary_address }]),
  );
}
