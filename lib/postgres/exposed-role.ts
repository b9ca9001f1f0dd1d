import { type Exposure, isOnLoopback, rejectExposed } from '../net/exposure.ts';
import { openPool } from './pool.ts';

/**
 * When the program will listen beyond loopback: checks whether our role is a superuser in each database. Throws
 * an Error that lists each such database, unless that is allowed.
 */
export async function rejectExposedRoles(
  exposure: Exposure,
  urls: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (isOnLoopback(exposure.listen.host) || exposure.allowed.superuser) return;
  const superusers = [];
  for (const [name, url] of Object.entries(urls)) if (url && (await isSuperuser(url))) superusers.push(name);
  rejectExposed(exposure, superusers);
}

async function isSuperuser(url: string): Promise<boolean> {
  const pool = openPool(url, { max: 1, applicationName: 'sharebook start' });
  try {
    const { rows } = await pool.query('select 1 from pg_roles where rolname = current_user and rolsuper');
    return rows.length > 0;
  } finally {
    await pool.end();
  }
}
