// Issuer, stakeholders, stock classes, plans and legends as objects of an Open Cap Table package.

import type { ClientBase } from 'pg';
import type { Variant } from '#lib/contract/agent/register-export';
import { streamRows } from '#lib/postgres/pool';
import { ownComment } from '#registry/import/ocf/own-comment';
import {
  addressOf,
  classId,
  classTypes,
  dollars,
  hasClass,
  isAmount,
  isEmail,
  isSubdivision,
  numberOf,
  phoneOf,
  planId,
  stakeholderId,
} from './ids.ts';

export type OcfObject = { object_type: string; id: string } & Record<string, unknown>;

export type Formation = { on?: string; in?: string };

type IssuerRow = Record<
  | 'name'
  | 'kind'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country2_code'
  | 'email'
  | 'phone',
  string
> & { customer_id: bigint; opened_on: string | null; agent: string | null };

/** Why a package cannot be written. */
export class CannotWrite extends Error {}

/** The issuer. Its formation is not kept here: it is stated, or noted by an import, or taken from what is known. */
export async function issuerObject(
  client: ClientBase,
  issuerId: bigint,
  stated: Formation,
  listed: string[],
): Promise<{ issuer: OcfObject; customerId: string; agent: string | null }> {
  const { rows } = await client.query<IssuerRow>(
    `select i.*, (select min(opened_on) from security_class where issuer_id = $1) as opened_on,
            (select name from agent order by id limit 1) as agent
       from issuer i where i.id = $1`,
    [issuerId],
  );
  const row = rows[0]!;
  const noted = /^Formed in ([A-Z]{2}(?:-[A-Z0-9]{1,3})?) on (\d{4}-\d{2}-\d{2})$/.exec(row.kind);
  const day = stated.on ?? noted?.[2] ?? row.opened_on;
  const place = stated.in ?? noted?.[1] ?? row.country2_code;
  if (!day)
    throw new CannotWrite(
      'The day of formation is not known. The command registry:export takes it with --formed-on.',
    );
  if (!place)
    throw new CannotWrite(
      'The country of formation is not known. The command registry:export takes it with --formed-in, such as US-DE.',
    );
  if (!stated.on && !noted)
    listed.push(
      `Day of formation: not kept here. The format requires one; ${day}, when the first class was opened, is written. The command registry:export takes another with --formed-on.`,
    );
  if (!stated.in && !noted)
    listed.push(
      `Country of formation: not kept here. The format requires one; ${place}, that of the address, is written. The command registry:export takes another with --formed-in.`,
    );
  const [country, subdivision] = place.split('-');
  const phone = phoneOf(row.phone);
  const address = addressOf(row, 'LEGAL');
  const issuer = {
    object_type: 'ISSUER',
    id: `issuer-${row.customer_id}`,
    legal_name: row.name,
    formation_date: day,
    country_of_formation: country,
    ...(subdivision ? { country_subdivision_of_formation: subdivision } : {}),
    ...(isEmail(row.email) ? { email: { email_type: 'BUSINESS', email_address: row.email } } : {}),
    ...(phone ? { phone: { phone_type: 'BUSINESS', phone_number: phone } } : {}),
    ...(address ? { address } : {}),
    ...ownComment({
      customer_id: String(row.customer_id),
      kind: row.kind,
      state: isSubdivision(row.state) ? '' : row.state,
      email: isEmail(row.email) ? '' : row.email,
      phone: row.phone,
    }),
  };
  return { issuer, customerId: String(row.customer_id), agent: row.agent };
}

/** Registrations that are no single person's. */
const institutions: ReadonlySet<string> = new Set([
  ...['Trust', 'Corporation', 'Partnership', 'UnclaimedProperty', 'ProfitSharingOrKeoghPlan'],
  ...['NomineeOrDepository', 'SchoolsAndColleges', 'Plan401K', 'Custodian', 'RetirementAccounts'],
]);

type HolderRow = Record<
  | 'customer_id'
  | 'name'
  | 'name2'
  | 'name3'
  | 'sort_name'
  | 'account_type'
  | 'primary_tax_id'
  | 'primary_tax_id_type'
  | 'primary_payee_name'
  | 'secondary_tax_id'
  | 'secondary_tax_id_type'
  | 'secondary_payee_name'
  | 'bad_address_reason'
  | 'role'
  | 'opened_on'
  | 'pays_by'
  | 'email'
  | 'phone'
  | 'secondary_phone'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country2_code',
  string
> & {
  tax_certified: boolean;
  is_nominee: boolean;
  bad_address_since: string | null;
  lost_since: string | null;
  mailing: string | null;
};

const holdersSql = `
  select h.*, a.role, a.opened_on, a.pays_by, coalesce(p.email, '') as email, coalesce(p.phone, '') as phone,
         coalesce(p.secondary_phone, '') as secondary_phone, coalesce(p.address1, '') as address1,
         coalesce(p.address2, '') as address2, coalesce(p.city, '') as city, coalesce(p.state, '') as state,
         coalesce(p.postal_code, '') as postal_code, coalesce(p.country2_code, '') as country2_code,
         (select json_build_object('address1', m.address1, 'address2', m.address2, 'city', m.city, 'state', m.state,
                   'postal_code', m.postal_code, 'country2_code', m.country2_code, 'email', m.email, 'phone', m.phone,
                   'secondary_phone', m.secondary_phone)::text
            from holder_address m where m.holder_id = h.id and m.kind = 'mailing') as mailing
    from account a
    join holder h on h.id = a.holder_id
    left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
   where a.issuer_id = $1 order by h.customer_id`;

/** Every account of the issuer. In a Plain package an account has its number only, in a Masked one all but tax ids. */
export async function* stakeholders(
  client: ClientBase,
  issuerId: bigint,
  variant: Variant,
): AsyncGenerator<OcfObject> {
  for await (const row of streamRows<HolderRow>(client, holdersSql, [issuerId])) {
    const role = row.role === 'treasury' ? 'Treasury' : row.is_nominee ? 'Nominee' : '';
    const base = {
      object_type: 'STAKEHOLDER',
      id: stakeholderId(row.customer_id),
      stakeholder_type: institutions.has(row.account_type) ? 'INSTITUTION' : 'INDIVIDUAL',
      issuer_assigned_id: row.customer_id,
    };
    const { account_type } = row;
    yield variant === 'Plain'
      ? {
          ...base,
          name: { legal_name: `Account ${row.customer_id}` },
          ...ownComment({ account_type, role }),
        }
      : { ...base, ...personOf(variant === 'Masked' ? { ...row, ...withoutTaxIds } : row, role) };
  }
}

/** A registration of which no tax id is known. */
const withoutTaxIds = { primary_tax_id: '', secondary_tax_id: '', tax_certified: false };

function personOf(row: HolderRow, role: string) {
  const lines = [row.name, row.name2, row.name3].filter(Boolean);
  const mailing = row.mailing ? JSON.parse(row.mailing) : undefined;
  const addresses = [addressOf(row, 'LEGAL'), mailing && addressOf(mailing, 'CONTACT')].filter(Boolean);
  const phones = [row.phone, row.secondary_phone].flatMap((text) => phoneOf(text) ?? []);
  const taxIds = [
    [row.primary_tax_id, row.primary_tax_id_type],
    [row.secondary_tax_id, row.secondary_tax_id_type],
  ].flatMap(([id, type]) => (id ? [{ tax_id: id, country: type === 'SIN' ? 'CA' : 'US' }] : []));
  const contact = {
    ...(phones.length > 0
      ? { phone_numbers: phones.map((phone) => ({ phone_type: 'OTHER', phone_number: phone })) }
      : {}),
    ...(isEmail(row.email) ? { emails: [{ email_type: 'OTHER', email_address: row.email }] } : {}),
  };
  return {
    name: { legal_name: lines.join(' ') },
    ...(Object.keys(contact).length > 0 ? { contact_info: contact } : {}),
    addresses,
    tax_ids: taxIds,
    ...ownComment({
      name: lines.length > 1 ? lines : undefined,
      sort_name: row.sort_name,
      account_type: row.account_type,
      role,
      tax_id_type: row.primary_tax_id && row.primary_tax_id_type,
      tax_id2_type: row.secondary_tax_id && row.secondary_tax_id_type,
      payee: row.primary_payee_name,
      payee2: row.secondary_payee_name,
      is_certified: row.tax_certified ? 'Y' : '',
      state: isSubdivision(row.state) ? '' : row.state,
      mail_state: mailing && !isSubdivision(mailing.state) ? mailing.state : '',
      email: isEmail(row.email) ? '' : row.email,
      phone: row.phone,
      phone2: row.secondary_phone,
      mail_email: mailing?.email,
      mail_phone: mailing?.phone,
      mail_phone2: mailing?.secondary_phone,
      bad_address_since: row.bad_address_since,
      bad_address_reason: row.bad_address_reason,
      lost_since: row.lost_since,
      opened_on: row.opened_on,
      pays_by: row.pays_by === 'Check' ? '' : row.pays_by,
    }),
  };
}

type ClassRow = Record<
  'code' | 'series' | 'name' | 'cusip' | 'paper_prefix' | 'book_prefix' | 'opened_on',
  string
> & {
  id: bigint;
  number: bigint;
  par_value: string | null;
  is_unlimited: boolean;
  is_dollar: boolean;
  is_drs_eligible: boolean;
  has_plan: boolean;
  votes_per_share: number;
  action_on: string | null;
  reverse_split_on: string | null;
  treasury: string | null;
  outstanding: bigint;
  holders: bigint;
};

const yes = (is: boolean) => (is ? 'Y' : '');

const openCertificates = `certificate c where c.issuer_id = $1 and c.class_id = k.id and c.canceled_on = '9999-12-31'`;

/** The classes, with treasury shares and the totals of outstanding shares and holders in our own line. */
export async function* stockClasses(client: ClientBase, issuerId: bigint): AsyncGenerator<OcfObject> {
  const { rows } = await client.query<ClassRow>(
    `select k.*, ${numberOf('k.id')} as number,
            (select coalesce(sum(c.shares), 0)::bigint from ${openCertificates} and not c.is_treasury) as outstanding,
            (select count(distinct c.holder_id) from ${openCertificates} and not c.is_treasury) as holders,
            (select json_agg(json_build_object('form', c.form, 'prefix', c.prefix, 'number', c.number::text,
                      'shares', c.shares::text, 'restriction', c.restriction, 'legend', c.legend, 'issued_on', c.issued_on,
                      'acquired_on', c.acquired_on, 'printed_on', c.printed_on, 'source_id', c.customer_id::text,
                      'is_post_split', case when c.post_reverse_split then 'Y' end, 'lots', ${lotsOf('c')})
                      order by c.id)::text
               from ${openCertificates} and c.is_treasury) as treasury
       from security_class k where k.issuer_id = $1 and ${hasClass('k.code')} order by k.id`,
    [issuerId],
  );
  for (const row of rows) {
    const [first] = await authorizedOf(client, issuerId, row.id);
    const par = row.par_value ?? '';
    yield {
      object_type: 'STOCK_CLASS',
      id: classId(row.number),
      name: row.name,
      class_type: classTypes[row.code],
      default_id_prefix: `${row.paper_prefix}-`,
      initial_shares_authorized: row.is_unlimited ? 'UNLIMITED' : String(first?.shares ?? 0n),
      votes_per_share: String(row.votes_per_share),
      ...(isAmount(par) ? { par_value: dollars(par) } : {}),
      seniority: '1',
      ...ownComment({
        ...{ code: row.code, series: row.series, cusip: row.cusip, par_value: isAmount(par) ? '' : par },
        ...{ is_dollar: yes(row.is_dollar), is_drs: yes(row.is_drs_eligible), has_plan: yes(row.has_plan) },
        ...{ paper_prefix: row.paper_prefix, book_prefix: row.book_prefix, opened_on: row.opened_on },
        ...{ action_on: row.action_on, reverse_split_on: row.reverse_split_on },
        ...{ effective_on: first?.on, authority: first?.authority },
        treasury: row.treasury ? JSON.parse(row.treasury) : undefined,
        totals: { Outstanding: String(row.outstanding), Holders: String(row.holders) },
      }),
    };
  }
}

/** Tax lots of a certificate as JSON text, in the columns of the template. */
export const lotsOf = (certificate: string) => `(
  select json_agg(json_build_object('lot', l.number::text, 'acquired_on', l.acquired_on, 'shares', l.shares::text,
           'cost_per_share', trim_scale(l.cost_per_share)::text, 'total_cost', trim_scale(l.total_cost)::text,
           'is_covered', case when l.is_covered then 'Y' else 'N' end, 'method', l.method) order by l.number)
    from tax_lot l where l.issuer_id = $1 and l.certificate_id = ${certificate}.id)`;

type Level = { on: string; shares: bigint; authority: string };

/** Authorized shares after each day with a change. */
async function authorizedOf(client: ClientBase, issuerId: bigint, id: bigint): Promise<Level[]> {
  const { rows } = await client.query<Level>(
    `select effective_on as on, (sum(sum(delta)) over (order by effective_on))::bigint as shares,
            string_agg(authority, '; ' order by id) as authority
       from authorized_change where issuer_id = $1 and class_id = $2 group by effective_on order by effective_on`,
    [issuerId, id],
  );
  return rows;
}

type ReserveRow = {
  id: bigint;
  number: bigint;
  class: bigint;
  name: string;
  kind: string;
  size: bigint;
  authority: string | null;
};

/** Reserves as plans. The pool of a plan is the reserve without what was issued from it. */
export async function* stockPlans(client: ClientBase, issuerId: bigint): AsyncGenerator<OcfObject> {
  for (const row of await reservesOf(client, issuerId)) {
    const [first] = await poolsOf(client, issuerId, row.id);
    yield {
      object_type: 'STOCK_PLAN',
      id: planId(row.number),
      plan_name: row.name,
      initial_shares_reserved: String(first?.shares ?? 0n),
      stock_class_ids: [classId(row.class)],
      ...ownComment({ kind: row.kind, shares: String(row.size), authority: row.authority?.slice(0, 500) }),
    };
  }
}

async function reservesOf(client: ClientBase, issuerId: bigint): Promise<ReserveRow[]> {
  const { rows } = await client.query<ReserveRow>(
    `select r.id, ${numberOf('r.id')} as number, ${numberOf('r.class_id')} as class, r.name, r.kind,
            (select coalesce(sum(delta), 0)::bigint from reserve_change c where c.issuer_id = $1 and c.reserve_id = r.id) as size,
            (select authority from reserve_change c where c.issuer_id = $1 and c.reserve_id = r.id and c.txn_id is null
              order by effective_on desc, id desc limit 1) as authority
       from reserve r join security_class k on k.issuer_id = r.issuer_id and k.id = r.class_id
      where r.issuer_id = $1 and ${hasClass('k.code')} order by r.id`,
    [issuerId],
  );
  return rows;
}

/** The pool after each day on which it was changed by other than issuances and conversions. */
async function poolsOf(client: ClientBase, issuerId: bigint, id: bigint): Promise<Level[]> {
  const { rows } = await client.query<Level>(
    `select c.effective_on as on, (sum(sum(c.delta)) over (order by c.effective_on))::bigint as shares,
            string_agg(c.authority, '; ' order by c.id) as authority
       from reserve_change c left join txn t on t.issuer_id = c.issuer_id and t.id = c.txn_id
      where c.issuer_id = $1 and c.reserve_id = $2 and coalesce(t.kind, '') not in ('N', 'C', 'R')
      group by c.effective_on order by c.effective_on`,
    [issuerId, id],
  );
  return rows.map((row) => ({ ...row, shares: row.shares < 0n ? 0n : row.shares }));
}

/** Changes of authorized shares and pools after the first. */
export async function* adjustments(client: ClientBase, issuerId: bigint): AsyncGenerator<OcfObject> {
  const classes = await client.query<{ id: bigint; number: bigint }>(
    `select id, ${numberOf('id')} as number from security_class
      where issuer_id = $1 and ${hasClass('code')} and not is_unlimited order by id`,
    [issuerId],
  );
  for (const { id, number } of classes.rows)
    for (const { on, shares, authority } of (await authorizedOf(client, issuerId, id)).slice(1))
      yield {
        object_type: 'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT',
        id: `${classId(number)}-authorized-${on}`,
        date: on,
        stock_class_id: classId(number),
        new_shares_authorized: String(shares),
        ...ownComment({ authority: authority.slice(0, 500) }),
      };
  for (const { id, number } of await reservesOf(client, issuerId))
    for (const { on, shares, authority } of (await poolsOf(client, issuerId, id)).slice(1))
      yield {
        object_type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
        id: `${planId(number)}-pool-${on}`,
        date: on,
        stock_plan_id: planId(number),
        shares_reserved: String(shares),
        ...ownComment({ authority: authority.slice(0, 500) }),
      };
}

/** Legends of certificates, by the digest of their text. */
export async function* legends(client: ClientBase, issuerId: bigint): AsyncGenerator<OcfObject> {
  const { rows } = await client.query<{ legend: string; digest: string; restriction: string }>(
    `select c.legend, ${legendDigest('c')} as digest, min(c.restriction) as restriction from certificate c
      where c.issuer_id = $1 and c.legend <> '' group by c.legend order by 2`,
    [issuerId],
  );
  for (const { legend, digest, restriction } of rows)
    yield {
      object_type: 'STOCK_LEGEND_TEMPLATE',
      id: legendId(digest),
      name: `Legend ${restriction} ${digest.slice(0, 6)}`,
      text: legend,
    };
}

export const legendDigest = (certificate: string) =>
  `left(encode(sha256(convert_to(${certificate}.legend, 'UTF8')), 'hex'), 16)`;
export const legendId = (digest: string) => `legend-${digest}`;
