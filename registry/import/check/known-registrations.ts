// Finds holders of a register file that are registered already, with an account of another issuer.

import type { ClientBase } from 'pg';
import { copyRows } from '#lib/postgres/copy-rows';
import { placeKey } from '../stage/stage.ts';
import { type CrossRowCheck, error, warning } from './cross-row-check.ts';

/** What may be decided about a registration that is known: one with the same names, tax ID, address and nominee flag. */
export const linkCodes = [
  ['Link', 'One registration, with accounts at both issuers'],
  ['Apart', 'A registration of its own'],
] as const;
type LinkCode = (typeof linkCodes)[number][0];

/** A decision is kept about a pair: it does not hold for another registration that is here. */
export const linkDecision = (code: string, here: string): string => `${code} ${here}`;

/** More are not listed one by one; all are counted. */
const listedMax = 2000;
const pageRows = 5000;

type KnownRegistration = { account: string; here: string; choice: LinkCode | null };

type Candidate = {
  row: bigint;
  account: string;
  place_key: string;
  holder_id: bigint;
  customer_id: string;
  sort_key: string;
  address1: string;
  city: string;
  postal_code: string;
  country: string;
};

/**
 * Writes the temporary table `known_registration`, one row for each, with what was decided. `decided` gives what is kept
 * about an account of the file. Names and tax IDs are compared by the database; addresses here, where their key is made.
 */
export async function findKnownRegistrations(
  client: ClientBase,
  decided: (account: string) => string | undefined,
  isEachLinked = false,
): Promise<KnownRegistration[]> {
  await client.query(`create temporary table known_candidate as
    select s.row, h.id as holder_id, s.account, s.place_key, h.customer_id, min(a.sort_key) as sort_key,
           p.address1, p.city, p.postal_code, p.country2_code as country
      from staged_holders s
      join account a on a.name_key = s.name_key and a.role = 'holder'
      join holder h on h.id = a.holder_id
       and regexp_replace(h.primary_tax_id, '[^0-9]', '', 'g') = coalesce(s.tax_id, '')
       and h.is_nominee = (coalesce(s.role = 'Nominee', false) or s.account_type is not distinct from 'NomineeOrDepository')
      join holder_address p on p.holder_id = h.id and p.kind = 'primary'
     where s.name is not null and s.account is not null and s.role is distinct from 'Treasury'
     group by s.row, h.id, s.account, s.place_key, h.customer_id, p.address1, p.city, p.postal_code, p.country2_code`);
  await client.query('create index on known_candidate (row, holder_id)');
  await client.query(`create temporary table known_same (row bigint not null, holder_id bigint not null,
    account text not null, customer_id text not null, sort_key text not null, choice text)`);
  const columns = ['row', 'holder_id', 'account', 'customer_id', 'sort_key', 'choice'];
  let after = [0n, 0n];
  for (;;) {
    const { rows: page } = await client.query<Candidate>(
      'select * from known_candidate where (row, holder_id) > ($1, $2) order by row, holder_id limit $3',
      [...after, pageRows],
    );
    const same = page.filter(
      ({ place_key: key, address1, city, postal_code, country }) =>
        placeKey({ address1, city, postal_code, country }) === key,
    );
    const choiceOf = ({ account, customer_id: here }: Candidate): LinkCode | null =>
      isEachLinked
        ? 'Link'
        : (linkCodes.find(([code]) => decided(account) === linkDecision(code, here))?.[0] ?? null);
    await copyRows(
      client,
      'known_same',
      columns,
      same.map((one) => [
        ...[one.row, one.holder_id, one.account, one.customer_id, one.sort_key, choiceOf(one)],
      ]),
    );
    if (page.length < pageRows) break;
    const last = page.at(-1)!;
    after = [last.row, last.holder_id];
  }
  // One registration here for a row, and one row for a registration.
  await client.query(`create temporary table known_registration as
    select distinct on (holder_id) *
      from (select distinct on (row) * from known_same order by row, customer_id) as s
     order by holder_id, row`);
  await client.query('create index on known_registration (row)');
  await client.query('analyze known_registration');
  const { rows } = await client.query<KnownRegistration>(
    'select account, customer_id as here, choice from known_registration order by row limit $1',
    [listedMax],
  );
  return rows;
}

/** How many registrations of the checked file are linked. */
export async function countLinked(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: bigint }>(
    "select count(*) as count from known_registration where choice = 'Link'",
  );
  return Number(rows[0]!.count);
}

export const knownChecks: readonly CrossRowCheck[] = [
  error(
    'H04',
    'holders',
    'account',
    `select s.row, s.account as value,
            case when k.holder_id = h.id then 'Account ' || h.customer_id || ' is this registration here. Link it, or choose a prefix.'
                 else 'Account ' || h.customer_id || ' is another registration here. Choose a prefix.' end as sentence
       from staged_holders s
      cross join (select coalesce(max(account_prefix), '') as prefix from staged_source) as p
       join holder h on h.customer_id = p.prefix || s.account
       left join known_registration k on k.row = s.row
      where k.choice is distinct from 'Link'`,
  ),
  warning(
    'H03',
    'holders',
    'name',
    `select s.row, s.name as value,
            'This registration is account ' || k.customer_id || ' here. Link it or keep it apart.' as sentence
       from staged_holders s
      cross join (select coalesce(max(account_prefix), '') as prefix from staged_source) as p
       join known_registration k on k.row = s.row
      where k.choice is null and k.customer_id <> p.prefix || s.account`,
  ),
  {
    ...{ code: 'H16', severity: 'note', sheet: 'holders', field: 'name' },
    sql: `select s.row, s.name as value,
                 'Account ' || s.account || ' is linked with account ' || k.customer_id || ' here.' as sentence
            from staged_holders s join known_registration k on k.row = s.row where k.choice = 'Link'`,
  },
];
