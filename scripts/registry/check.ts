import { parseArgs } from 'node:util';
import { writeJson } from '#lib/contract/wire/json';
import { isDate } from '#lib/format/dates';
import { isProved, type Proof, proveBooks } from '#registry/check/prove';
import { proofText } from '#registry/check/report';
import { clockIn } from '#registry/clock';
import { openDatabase } from '#registry/db/open';
import { inSnapshot } from '#registry/db/session';
import { readEnv } from '#registry/env';
import { listIssuers } from '#registry/queries/issuers';

const usage = `Proves the books: every invariant over everything in the database. Reads only; the registry may run meanwhile.

  npm run registry:check -- [--issuer N]… [--as-of yyyy-mm-dd] [--limit N] [--json]

Exit code 0: all proved. 1: an invariant is violated or an issuer is out of proof. 2: the check could not be made.`;

class Rejection extends Error {}

async function main(): Promise<void> {
  const values = readArguments();
  if (values.help) return void console.log(usage);
  const env = readEnv();
  const today = clockIn(env.timeZone, env.fixedNow).today();
  const asOf = values['as-of'] ?? today;
  if (!isDate(asOf)) throw new Rejection(`"${asOf}" is not a date like 2026-11-20.`);
  if (asOf > today) throw new Rejection(`The cutoff ${asOf} is later than today, ${today}.`);
  const shownMax = Number(values.limit ?? '20');
  if (!Number.isInteger(shownMax) || shownMax < 1 || shownMax > 100_000) {
    throw new Rejection('--limit is a number from 1 to 100000.');
  }
  const named = values.issuer?.map(issuerId);
  const database = await openDatabase(env, { connectionsMax: 1, applicationName: 'sharebook check' });
  try {
    const proof = await inSnapshot(database.pool, async (client) => {
      const issuers = await listIssuers(client, named ? new Set(named) : 'all');
      const missing = named?.find((id) => !issuers.some((issuer) => issuer.customerId === id));
      if (missing !== undefined) throw new Rejection(`There is no issuer ${missing}.`);
      return proveBooks(client, { issuers, asOf, shownMax, onStep: progress(issuers.length) });
    });
    clearProgress();
    console.log(
      values.json ? writeJson({ ...proof, isProved: isProved(proof) } satisfies Printed) : proofText(proof),
    );
    process.exitCode = isProved(proof) ? 0 : 1;
  } finally {
    await database.release();
  }
}

type Printed = Proof & { isProved: boolean };

function readArguments() {
  try {
    return parseArgs({
      options: {
        issuer: { type: 'string', multiple: true },
        'as-of': { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Rejection(`${(error as Error).message}\n\n${usage}`);
  }
}

function issuerId(text: string): bigint {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new Rejection(`"${text}" is not an issuer id.`);
  return BigInt(text);
}

/** A progress line that overwrites itself, on a terminal only. */
function progress(count: number) {
  if (!process.stderr.isTTY) return undefined;
  return ({ issuer, place, what }: { issuer: string; place: number; what: string }) =>
    process.stderr.write(`\r\x1b[K${place} of ${count}: ${issuer}, ${what}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

await main().catch((error: Error) => {
  clearProgress();
  console.error(error.message);
  process.exitCode = 2;
});
