import type { ClientBase } from 'pg';
import { changedSince, type Journal, type Noted } from '#lib/data-dir/disabled-journal';
import { stepAt } from '../second-factor/totp.ts';

/**
 * What happens to each table of the dashboard's database when a backup is restored. `dropped` tables hold rows
 * that may have been used up since the backup, so they are not restored.
 */
export const restoredTables: Readonly<Record<string, 'kept' | 'dropped'>> = {
  person: 'kept',
  person_issuer: 'kept',
  audit: 'kept',
  audit_head: 'kept',
  run: 'kept',
  get_choice: 'kept',
  batch: 'kept',
  batch_item: 'kept',
  month_end_verdict: 'kept',
  installation_setting: 'kept',
  // Files since the backup are created once more.
  schedule: 'kept',
  // A link may have been revoked or used up since.
  file_link: 'dropped',
  scenario: 'kept',
  registry_write: 'kept',
  // A draft of an item entered since only reopens its form; the registry refuses its request ID.
  item_draft: 'kept',
  // Over within seconds.
  item_viewer: 'dropped',
  refused_request: 'kept',
  // Old counts of wrong attempts are at most too strict.
  sign_in_throttle: 'kept',
  second_factor: 'kept',
  session: 'dropped',
  invitation: 'dropped',
  device: 'dropped',
  recovery_code: 'dropped',
  fresh_codes: 'dropped',
  // Public keys. A device's signature counter has increased since, and is updated at its next use.
  passkey: 'kept',
};

export type RestoredStore = {
  /** Disabled after the backup, and now disabled again. */
  disabled: Noted[];
  /** All users who can sign in. */
  open: { email: string; role: string }[];
  /** Users with a second factor whose recovery codes are gone. */
  withoutCodes: string[];
  /** Invited users without a password; their links are void. */
  invited: string[];
};

/**
 * Part of the restore's transaction: disables the accounts that the journal lists as disabled since, and moves
 * the second factor past every code that can have been used by now. The next code works within a minute.
 */
export async function settleStore(
  client: ClientBase,
  { takenAt, journal, now }: { takenAt: string; journal: Journal; now: Date },
): Promise<RestoredStore> {
  const { disabled } = changedSince(journal, 'person', takenAt);
  const found = await client.query<{ id: string }>(
    `update person set disabled_at = coalesce(disabled_at, $2) where id::text = any ($1) returning id`,
    [disabled.map(({ id }) => id), now],
  );
  const ids = new Set(found.rows.map(({ id }) => id));
  // A code of the following time step is accepted too, for fast clocks.
  await client.query('update second_factor set last_step = greatest(last_step, $1)', [
    stepAt(now.getTime()) + 1,
  ]);
  const { rows: open } = await client.query<{
    email: string;
    role: string;
    codes: boolean;
    invited: boolean;
  }>(
    `select email, role, (exists (select from second_factor f where f.person = p.id and f.confirmed_at is not null)
         or exists (select from passkey k where k.person = p.id)) as codes,
       password_hash is null and oidc_subject is null as invited
     from person p where disabled_at is null and not is_demo order by email_key`,
  );
  return {
    disabled: disabled.filter(({ id }) => ids.has(id)),
    open: open.filter(({ invited }) => !invited).map(({ email, role }) => ({ email, role })),
    withoutCodes: open.filter(({ codes }) => codes).map(({ email }) => email),
    invited: open.filter(({ invited }) => invited).map(({ email }) => email),
  };
}
