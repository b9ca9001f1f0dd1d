import { writeJson } from '#lib/contract/wire/json';
import { isDate } from '#lib/format/dates';
import { isProved, type Proof, proveBooks } from '#registry/check/prove';
import { proofText } from '#registry/check/report';
import { clockIn } from '#registry/clock';
import { openDatabase } from '#registry/db/open';
import { inSnapshot } from '#registry/db/session';
import { readEnv } from '#registry/env';
import { listIssuers } from '#registry/queries/issuers';
import { clearProgress, issuerId, progress, Rejection, readArguments, runCommand } from './command.ts';

const usage = `Proves the books: every invariant over everything in the database. Reads only; the registry may run meanwhile.

  npm run registry:check -- [--issuer N]… [--as-of yyyy-mm-dd] [--limit N] [--json]

Exit code 0: all proved. 1: an invariant is violated or an issuer is out of proof. 2: the check could not be made.`;

async function main(): Promise<void> {
  const values = readArguments(usage, {
    options: {
      issuer: { type: 'string', multiple: true },
      'as-of': { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  }).values;
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
      return proveBooks(client, {
        ...{ issuers, asOf, shownMax },
        onStep: ({ issuer, place, what }) => progress(`${place} of ${issuers.length}: ${issuer}, ${what}`),
      });
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

await runCommand(main, () => 2);
