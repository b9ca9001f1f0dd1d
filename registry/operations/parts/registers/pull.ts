// Checks the address of another registry, and begins a pull.

import { badField, HttpError } from '#registry/http/http-error';
import type { Credentials } from '#registry/import/pull/client';
import { PullStopped } from '#registry/import/pull/errors';
import { refuseWithheld } from '#registry/import/pull/public-address';
import { readBase } from '#registry/import/pull/pull-register';
import type { ReservedPull } from '#registry/import/work/runner';
import type { Context } from '../context.ts';

/** The address of another registry that users may pull. Throws 400; names are checked when they are resolved. */
export function pullBase({ registers }: Pick<Context, 'registers'>, text: string): URL {
  try {
    const base = readBase(text.trim());
    refuseWithheld(base, registers.pullFromLoopback);
    return base;
  } catch (error) {
    if (error instanceof PullStopped) throw badField('base', error.message);
    throw error;
  }
}

/**
 * Takes a step after which a pull goes on: it locks the file by `reserve`, and the work begins once the step is written.
 * Throws 409 where this registry pulls enough already.
 */
export async function beginsPull<Result>(
  { registers }: Pick<Context, 'registers'>,
  credentials: Credentials,
  step: (reserve: (fileId: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let reserved: ReservedPull | undefined;
  try {
    const result = await step(async (fileId) => {
      // A step that is tried again has another file.
      reserved?.cancel();
      reserved = await registers.runner.reserve(fileId);
      if (!reserved)
        throw new HttpError(409, 'Other registers are being pulled. Nothing was begun. Try again later.');
    });
    reserved?.start(credentials);
    return result;
  } catch (error) {
    reserved?.cancel();
    throw error;
  }
}
