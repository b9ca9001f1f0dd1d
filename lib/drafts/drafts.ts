import 'server-only';
import type { Pool } from 'pg';
import { createEncryption } from '../store/encryption.ts';

/** A draft of a user: what the form has, as JSON. `revision` grows with every save. */
export type Draft = { id: string; revision: number; savedAt: string; content: unknown };

/** `revision` null: another window has saved or discarded the draft since; `now` is what it is. */
export type Saved = { revision: number; savedAt: string } | { revision: null; now: Draft | null };

export type Drafts = {
  /** Saves over the revision that the form was read at; 0 for a draft that was never saved. */
  save(user: string, id: string, revision: number, content: unknown): Promise<Saved>;
  read(user: string, id: string): Promise<Draft | null>;
  discard(user: string, id: string): Promise<void>;
  /** The user's drafts, last saved first. */
  list(user: string): Promise<Draft[]>;
};

type Row = { id: string; revision: number; sealed: Buffer; touched_at: string };

const columns = 'id, revision, sealed, touched_at';
const listMax = 50;

/**
 * Drafts of items. They may have full tax IDs, so their content is encrypted under a key derived from the
 * dashboard's secret, and bound to its user and ID.
 */
export function openDrafts(input: {
  pool: Pool;
  secret: string;
  /** Previous secrets: what was encrypted under them can still be read. */
  formerSecrets?: readonly string[];
}): Drafts {
  const { pool, secret, formerSecrets = [] } = input;
  const encryption = createEncryption([secret, ...formerSecrets], 'sharebook item drafts');
  const about = (user: string, id: string) => `${user} ${id}`;
  // Not awaited: until it ends, and if it fails, drafts are read as they are.
  if (formerSecrets.length > 0) reencryptDrafts(pool, encryption.again, about).catch(() => undefined);
  const draftOf = (user: string, row: Row): Draft[] => {
    const text = encryption.open(row.sealed, about(user, row.id));
    // Encrypted under a secret that is gone.
    if (text === null) return [];
    return [
      { id: row.id, revision: row.revision, savedAt: row.touched_at, content: JSON.parse(text) as unknown },
    ];
  };
  const read = async (user: string, id: string) => {
    const { rows } = await pool.query<Row>(
      `select ${columns} from item_draft where person = $1 and id = $2`,
      [user, id],
    );
    return rows.flatMap((row) => draftOf(user, row))[0] ?? null;
  };

  return {
    async save(user, id, revision, content) {
      const sealed = encryption.close(JSON.stringify(content), about(user, id));
      const { rows } =
        revision === 0
          ? await pool.query<Row>(
              `insert into item_draft (person, id, revision, sealed) values ($1, $2, 1, $3)
               on conflict (person, id) do nothing returning ${columns}`,
              [user, id, sealed],
            )
          : await pool.query<Row>(
              `update item_draft set revision = revision + 1, sealed = $4, touched_at = now()
               where person = $1 and id = $2 and revision = $3 returning ${columns}`,
              [user, id, revision, sealed],
            );
      const [row] = rows;
      if (row) return { revision: row.revision, savedAt: row.touched_at };
      const now = await read(user, id);
      // The same content again: the answer to its first save was lost.
      if (now && JSON.stringify(now.content) === JSON.stringify(content))
        return { revision: now.revision, savedAt: now.savedAt };
      return { revision: null, now };
    },
    read,
    async discard(user, id) {
      await pool.query('delete from item_draft where person = $1 and id = $2', [user, id]);
    },
    async list(user) {
      const { rows } = await pool.query<Row>(
        `select ${columns} from item_draft where person = $1 order by touched_at desc, id limit $2`,
        [user, listMax],
      );
      return rows.flatMap((row) => draftOf(user, row));
    },
  };
}

/** Re-encrypts drafts under the current secret; one that is saved meanwhile is skipped. */
async function reencryptDrafts(
  pool: Pool,
  again: (sealed: Buffer, about: string) => Buffer | null,
  about: (user: string, id: string) => string,
): Promise<void> {
  const { rows } = await pool.query<{ person: string; id: string; sealed: Buffer }>(
    'select person, id, sealed from item_draft',
  );
  for (const { person, id, sealed } of rows) {
    const fresh = again(sealed, about(person, id));
    if (fresh)
      await pool.query('update item_draft set sealed = $3 where person = $1 and id = $2 and sealed = $4', [
        person,
        id,
        fresh,
        sealed,
      ]);
  }
}
