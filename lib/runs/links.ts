// Database rows of links by which a file is sent.

import type { ClientBase, Pool } from 'pg';

/** Wrong codes after which a link is closed. */
export const wrongCodesMax = 10;

/** A link by which a file was sent, without its digests. */
export type LinkRow = {
  id: string;
  run: string;
  /** The sender. */
  person: string;
  addressee_name: string;
  addressee_email: string;
  created_at: string;
  expires_at: string;
  downloads_max: number;
  downloads: number;
  last_download_at: string | null;
  wrong_codes: number;
  revoked_at: string | null;
  /** Whether its time is over, by the clock of the database. */
  is_over: boolean;
};

const columns = `id, run, person, addressee_name, addressee_email, created_at, expires_at, downloads_max, downloads,
  last_download_at, wrong_codes, revoked_at, expires_at <= now() as is_over`;
const isOpen = `revoked_at is null and expires_at > now() and downloads < downloads_max`;

/** Why a link is closed by its own row; null while it is open. Whether its sender may still have the file is asked apart. */
export function closedBy(link: LinkRow): 'revoked' | 'wrong codes' | 'used up' | 'expired' | null {
  if (link.revoked_at !== null) return 'revoked';
  if (link.wrong_codes >= wrongCodesMax) return 'wrong codes';
  if (link.downloads >= link.downloads_max) return 'used up';
  return link.is_over ? 'expired' : null;
}

export type NewLink = {
  id: string;
  run: string;
  person: string;
  tokenHash: Buffer;
  codeHash: string;
  name: string;
  email: string;
  days: number;
  downloadsMax: number;
};

export async function insertLink(pool: Pool, link: NewLink): Promise<LinkRow> {
  const { rows } = await pool.query<LinkRow>(
    `insert into file_link (id, run, person, token_hash, code_hash, addressee_name, addressee_email, expires_at,
       downloads_max) values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 day', $9)
     returning ${columns}`,
    [
      link.id,
      link.run,
      link.person,
      link.tokenHash,
      link.codeHash,
      link.name,
      link.email,
      link.days,
      link.downloadsMax,
    ],
  );
  const [made] = rows;
  if (!made) throw new Error('The link was not stored.');
  return made;
}

/** The links of a run, newest first. */
export async function linksOfRun(pool: Pool, run: string): Promise<LinkRow[]> {
  const { rows } = await pool.query<LinkRow>(
    `select ${columns} from file_link where run = $1 order by created_at desc, id`,
    [run],
  );
  return rows;
}

/** The newest links of all runs, with the names of their senders. */
export async function newestLinks(pool: Pool, limit: number): Promise<(LinkRow & { sender_name: string })[]> {
  const { rows } = await pool.query<LinkRow & { sender_name: string }>(
    `select ${columns}, (select name from person where person.id = file_link.person) as sender_name
     from file_link order by created_at desc, id limit $1`,
    [limit],
  );
  return rows;
}

/** A link by its ID. */
export async function findLink(pool: Pool, id: string): Promise<LinkRow | null> {
  const { rows } = await pool.query<LinkRow>(`select ${columns} from file_link where id = $1`, [id]);
  return rows[0] ?? null;
}

/** A link by its token, open or not. */
export async function findLinkByToken(pool: Pool, tokenHash: Buffer): Promise<LinkRow | null> {
  const { rows } = await pool.query<LinkRow>(`select ${columns} from file_link where token_hash = $1`, [
    tokenHash,
  ]);
  return rows[0] ?? null;
}

/**
 * Reserves one attempt at the code of an open link; null where there is none. It counts as wrong until `releaseAttempt`:
 * a thousand attempts at once are no more than ten.
 */
export async function reserveCodeAttempt(
  pool: Pool,
  tokenHash: Buffer,
): Promise<(LinkRow & { code_hash: string }) | null> {
  const { rows } = await pool.query<LinkRow & { code_hash: string }>(
    `update file_link set wrong_codes = wrong_codes + 1
     where token_hash = $1 and ${isOpen} and wrong_codes < $2 returning ${columns}, code_hash`,
    [tokenHash, wrongCodesMax],
  );
  return rows[0] ?? null;
}

/** The code was right: the reserved attempt does not count. */
export async function releaseAttempt(pool: Pool, id: string): Promise<void> {
  await pool.query('update file_link set wrong_codes = greatest(wrong_codes - 1, 0) where id = $1', [id]);
}

/** Counts one download; null when the link was closed meanwhile. */
export async function takeDownload(pool: Pool, id: string): Promise<LinkRow | null> {
  const { rows } = await pool.query<LinkRow>(
    `update file_link set downloads = downloads + 1, last_download_at = now()
     where id = $1 and ${isOpen} returning ${columns}`,
    [id],
  );
  return rows[0] ?? null;
}

/** Closes a link for good. False when it was revoked before. */
export async function revokeLink(pool: Pool | ClientBase, id: string, by: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update file_link set revoked_at = now(), revoked_by = $2 where id = $1 and revoked_at is null',
    [id, by],
  );
  return rowCount === 1;
}
