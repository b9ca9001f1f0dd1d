// Locks and reads registered holders, and finds which issuers and clients they belong to.

import { arrayText } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import type { Address, Registration, TaxId } from '../holders/holders.ts';
import type { Tx } from './unit-of-work.ts';

/** The fields of a registered holder that an account needs. */
export type KnownHolder = {
  id: bigint;
  customerId: string;
  name: string;
  name2: string;
  name3: string;
  sortName: string;
  isNominee: boolean;
};

/** What decides who may use a holder, and whose cached responses contain it. */
export type HolderTies = {
  /** The issuers at which it has an account, by the registry's key and by the customer's, in the same order. */
  issuerIds: bigint[];
  customerIssuerIds: bigint[];
  /** The API client that registered it; '' for holders the agent's own programs registered. */
  madeBy: string;
};

/**
 * The holders with these customer ids, locked in id order until the transaction ends: 'change' locks
 * exclusively, 'use' is shared. Neither the registration nor the list of accounts can then change. Every
 * transaction locks holders before issuers.
 */
export async function lockHolders(
  tx: Tx,
  customerIds: readonly string[],
  purpose: 'change' | 'use',
): Promise<Map<string, KnownHolder>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await queryPrepared(
    tx,
    `select h.id, h.customer_id, h.name, h.name2, h.name3, h.sort_name, h.is_nominee from holder h
      where h.customer_id = any($1::text[]) order by h.id for ${purpose === 'change' ? 'update' : 'share'}`,
    [arrayText(customerIds)],
  );
  return new Map(
    rows.map((row) => [
      row.customer_id,
      {
        id: row.id,
        customerId: row.customer_id,
        name: row.name,
        name2: row.name2,
        name3: row.name3,
        sortName: row.sort_name,
        isNominee: row.is_nominee,
      },
    ]),
  );
}

/**
 * Where holders have accounts and who registered them. Lock the holders first, in an earlier statement: a
 * statement that waits for a lock would still see the old state.
 */
export async function tiesOf(tx: Tx, holderIds: readonly bigint[]): Promise<HolderTies[]> {
  if (holderIds.length === 0) return [];
  const ids = arrayText(holderIds);
  const accounts = await tx.query<{ holder_id: bigint; id: bigint; customer_id: bigint }>(
    `select a.holder_id, i.id, i.customer_id from account a join issuer i on i.id = a.issuer_id
      where a.holder_id = any($1::bigint[]) order by i.id`,
    [ids],
  );
  const makers = await tx.query<{ holder_id: bigint; client_id: string }>(
    `select holder_id, client_id from holder_change
      where holder_id = any($1::bigint[]) and id = 1 and before_text = ''`,
    [ids],
  );
  const madeBy = new Map(makers.rows.map((row) => [row.holder_id, row.client_id]));
  return [...new Set(holderIds)].map((holderId) => {
    const own = accounts.rows.filter((row) => row.holder_id === holderId);
    return {
      issuerIds: own.map((row) => row.id),
      customerIssuerIds: own.map((row) => row.customer_id),
      madeBy: madeBy.get(holderId) ?? '',
    };
  });
}

/** The stored registration and the number of its last change; lock the holder first. */
export async function storedRegistration(
  tx: Tx,
  holderId: bigint,
): Promise<{ registration: Registration; lastChange: bigint }> {
  const { rows } = await tx.query(
    `select h.*, to_json(p) as primary_address, to_json(m) as mailing_address,
            (select coalesce(max(c.id), 0)::bigint from holder_change c where c.holder_id = h.id) as last_change
       from holder h
       left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
       left join holder_address m on m.holder_id = h.id and m.kind = 'mailing'
      where h.id = $1`,
    [holderId],
  );
  const row = rows[0];
  const tax = (side: 'primary' | 'secondary'): TaxId => ({
    number: row[`${side}_tax_id`],
    type: row[`${side}_tax_id_type`],
    payee: row[`${side}_payee_name`],
  });
  const registration: Registration = {
    customerId: row.customer_id,
    name: row.name,
    name2: row.name2,
    name3: row.name3,
    sortName: row.sort_name,
    accountType: row.account_type,
    primaryTax: tax('primary'),
    secondaryTax: tax('secondary'),
    isCertified: row.tax_certified,
    accessCode: row.access_code,
    badAddressSince: row.bad_address_since ?? undefined,
    badAddressReason: row.bad_address_reason,
    lostSince: row.lost_since ?? undefined,
    isNominee: row.is_nominee,
    primary: toAddress(row.primary_address) ?? { address1: '', city: '', country2Code: '', country: '' },
    mailing: toAddress(row.mailing_address),
    recordedAt: row.updated_at,
  };
  return { registration, lastChange: row.last_change };
}

function toAddress(row: Record<string, string> | null): Address | undefined {
  if (!row) return undefined;
  return {
    address1: row.address1 ?? '',
    address2: row.address2 ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    postalCode: row.postal_code ?? '',
    country2Code: row.country2_code ?? '',
    country: row.country ?? '',
    email: row.email ?? '',
    phone: row.phone ?? '',
    secondaryPhone: row.secondary_phone ?? '',
  };
}
