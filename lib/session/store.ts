import type { Pool } from 'pg';
import { env } from '../env.ts';
import { openPool } from '../postgres/pool.ts';
import { processWide } from '../store/process-wide.ts';

/** The pool on the dashboard's own database. Throws an Error when DATABASE_URL is missing. */
export function store(): Pool {
  return processWide('store', () => {
    const { databaseUrl } = env();
    if (!databaseUrl) {
      throw new Error('DATABASE_URL is not set; `npm start` sets it when it starts the embedded database.');
    }
    return openPool(databaseUrl, { max: 12, applicationName: 'sharebook dashboard', waitMs: 10_000 });
  });
}
