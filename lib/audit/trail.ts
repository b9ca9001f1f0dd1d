// Reads entries of the audit trail by filters.

import 'server-only';
import type { Pool } from 'pg';
import { streamRows } from '../postgres/pool.ts';
import { actionGroups, entryText, rejectedRequests } from './entry-text.ts';

/** Filters for entries; null or absent means all. */
export type TrailFilter = {
  /** A user's ID, or `nobody` for entries without one. */
  person?: string | null;
  /** One action, or a group: `secrets`, `files`, `writes`, `accounts`, `all`. Absent: all except views. */
  action?: string | null;
  outcome?: string | null;
  issuer?: number | null;
  /** Part of an object ID, request ID or source address. */
  object?: string | null;
  /** First and last calendar day in the registry's time zone, yyyy-mm-dd. */
  from?: string | null;
  to?: string | null;
};

/** One entry as the page and the files show it. IDs and hashes as text. */
export type TrailEntry = {
  seq: string;
  /** ISO instant, and the same in the registry's time zone: 2026-11-20 12:20:27. */
  at: string;
  recorded: string;
  person: string | null;
  email: string | null;
  action: string;
  words: string;
  outcome: string;
  endpoint: string | null;
  issuer: number | null;
  object: string | null;
  /** The user that the object is, if it is one. */
  about: string | null;
  address: string | null;
  effectiveDate: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  detail: Record<string, unknown>;
  requestId: string;
  hash: string;
};

type Row = Omit<TrailEntry, 'seq' | 'words' | 'issuer' | 'effectiveDate' | 'requestId'> & {
  seq: bigint;
  issuer: bigint | null;
  effective_date: string | null;
  request_id: string;
};

const countedMax = 100_000;

function conditions(filter: TrailFilter, zone: string): { where: string; values: unknown[] } {
  const values: unknown[] = [zone];
  const parts: string[] = ['$1::text is not null'];
  const add = (value: unknown, text: (parameter: string) => string) => {
    values.push(value);
    parts.push(text(`$${values.length}`));
  };
  const { person: user, action, outcome, issuer, object, from, to } = filter;
  if (user === 'nobody') parts.push('a.actor is null');
  else if (user) add(user, (at) => `a.actor = ${at}::uuid`);
  if (!action) add(actionGroups.looking, (at) => `a.action <> all (${at})`);
  else if (action === 'accounts')
    add(['call', rejectedRequests, ...Object.values(actionGroups).flat()], (at) => `a.action <> all (${at})`);
  else if (action !== 'all') add(actionGroups[action] ?? [action], (at) => `a.action = any (${at})`);
  if (outcome) add(outcome, (at) => `a.outcome = ${at}`);
  // An archive of several issuers lists them in its details.
  if (issuer)
    add(
      issuer,
      (at) => `a.issuer = ${at} or ${at}::text = any (string_to_array(a.detail ->> 'issuers', ', '))`,
    );
  if (object)
    add(object.toLowerCase(), (at) =>
      ['a.object', 'a.request_id', 'a.address']
        .map((name) => `strpos(lower(${name}), ${at}) > 0`)
        .join(' or '),
    );
  if (from) add(from, (at) => `a.at >= (${at}::date)::timestamp at time zone $1`);
  if (to) add(to, (at) => `a.at < (${at}::date + 1)::timestamp at time zone $1`);
  return { where: parts.map((part) => `(${part})`).join(' and '), values };
}

const columns = `a.seq, a.at, to_char(a.at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as recorded, p.name as person, p.email,
  a.action, a.outcome, a.endpoint, a.issuer, a.object, o.name as about, a.address, a.effective_date, a.before, a.after, a.detail,
  a.request_id, encode(a.hash, 'hex') as hash`;
const tables = 'audit a left join person p on p.id = a.actor left join person o on o.id::text = a.object';

function entryOf({ seq, issuer, effective_date, request_id, ...row }: Row): TrailEntry {
  return {
    ...row,
    seq: seq.toString(),
    issuer: issuer === null ? null : Number(issuer),
    effectiveDate: effective_date,
    requestId: request_id,
    words: entryText(row),
  };
}

/**
 * The newest matching entries, at most `limit`, and the number of all matches. `counted` false: at least that
 * many.
 */
export async function readTrail(
  pool: Pool,
  filter: TrailFilter,
  page: { zone: string; limit: number },
): Promise<{ entries: TrailEntry[]; total: number; counted: boolean }> {
  const { where, values } = conditions(filter, page.zone);
  const { rows } = await pool.query<Row>(
    `select ${columns} from ${tables} where ${where} order by a.seq desc limit ${page.limit}`,
    values,
  );
  const { rows: counts } = await pool.query<{ n: bigint }>(
    `select count(*) as n from (select 1 from audit a where ${where} limit ${countedMax + 1}) as counted`,
    values,
  );
  const total = Number(counts[0]?.n ?? 0);
  return { entries: rows.map(entryOf), total: Math.min(total, countedMax), counted: total <= countedMax };
}

/** One entry by its number, or null. */
export async function readEntry(pool: Pool, seq: string, zone: string): Promise<TrailEntry | null> {
  if (!/^\d{1,18}$/.test(seq)) return null;
  const { rows } = await pool.query<Row>(`select ${columns} from ${tables} where a.seq = $2`, [zone, seq]);
  return rows[0] ? entryOf(rows[0]) : null;
}

/** All matching entries, oldest first, as a stream. */
export async function* streamTrail(
  pool: Pool,
  filter: TrailFilter,
  zone: string,
): AsyncGenerator<TrailEntry> {
  const { where, values } = conditions(filter, zone);
  const sql = `select ${columns} from ${tables} where ${where} order by a.seq`;
  for await (const row of streamRows<Row>(pool, sql, values)) yield entryOf(row);
}

/** The choices of the filters: all users with an account, and all actions. */
export async function trailChoices(pool: Pool): Promise<{
  people: { id: string; name: string; email: string }[];
  actions: string[];
}> {
  const { rows: people } = await pool.query<{ id: string; name: string; email: string }>(
    'select id, name, email from person order by name, email',
  );
  // One index step per action, instead of a scan over all entries.
  const { rows: actions } = await pool.query<{ action: string }>(
    `with recursive each as (
       (select action from audit order by action limit 1)
       union all
       select (select a.action from audit a where a.action > each.action order by a.action limit 1)
       from each where each.action is not null
     ) select action from each where action is not null`,
  );
  return { people, actions: actions.map(({ action }) => action) };
}
