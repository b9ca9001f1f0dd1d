// What commands of the registry share: arguments, database, one transaction, progress, exit code.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { openDatabase } from '#registry/db/open';
import type { readEnv } from '#registry/env';

/** A request that the command does not carry out as it was given. */
export class Rejection extends Error {}

/** The arguments of the command; wrong ones are rejected with its usage. */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs<T>(config);
  } catch (error) {
    throw new Rejection(`${(error as Error).message}\n\n${usage}`);
  }
}

export function issuerId(text: string): bigint {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new Rejection(`"${text}" is not an issuer id.`);
  return BigInt(text);
}

type Env = ReturnType<typeof readEnv>;

export async function withDatabase(
  env: Env,
  applicationName: string,
  work: (pool: Pool) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(env, { connectionsMax: 1, applicationName });
  try {
    await work(database.pool);
  } finally {
    await database.release();
  }
}

/** Runs the work in one transaction and prints what it says, once it is committed. */
export const inTransaction = (env: Env, name: string, work: (tx: PoolClient) => Promise<string>) =>
  withDatabase(env, name, async (pool) => console.log(await withTransaction(pool, work)));

/** A progress line that overwrites itself, on a terminal only. */
export function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

/** Runs the command. An error is printed as its message, and the exit code tells its kind. */
export async function runCommand(
  main: () => Promise<void>,
  exitCodeOf: (error: Error) => number = () => 1,
): Promise<void> {
  try {
    await main();
  } catch (thrown) {
    const error = thrown as Error;
    clearProgress();
    console.error(error.message);
    process.exitCode = exitCodeOf(error);
  }
}

export const rejectionIs2 = (error: Error) => (error instanceof Rejection ? 2 : 1);
