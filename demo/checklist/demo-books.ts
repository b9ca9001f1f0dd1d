import type { Pool } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type Loader, startLoader } from '../load-for-tests.ts';

/** Loads the demo for one test file, and queries it with SQL. */
export function demoBooks(): <Row>(text: string) => Promise<Row[]> {
  let loader: Loader | undefined;
  let pool: Pool | undefined;
  beforeAll(async () => {
    loader = await startLoader();
    pool = await loader.load('registry');
  }, 240_000);
  afterAll(() => loader?.close());
  return async <Row>(text: string) => {
    if (!pool) throw new Error('The demo is not loaded.');
    return (await pool.query(text)).rows as Row[];
  };
}
