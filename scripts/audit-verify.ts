import { parseArgs } from 'node:util';
import { proofWords, readSeal, verifyTrail } from '#lib/audit/verify';
import { env } from '#lib/env';
import { startEmbedded } from '#lib/postgres/embedded';
import { openPool } from '#lib/postgres/pool';

const usage = `Proves the audit trail: recomputes every hash and compares it with its neighbors and the head. Reads only; the
dashboard may run meanwhile.

  npm run audit:verify -- [--seal SEAL] [--json]

A seal is what this command, the audit page or an exported file printed earlier; with it, a tail that was cut off
together with the head, and a chain written anew, show as well (docs/decisions/audit.md).

Exit code 0: whole. 1: broken. 2: the check could not be made.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seal: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return void console.log(usage);
  if (values.seal !== undefined && !readSeal(values.seal))
    throw new Error(`"${values.seal}" is not a seal.\n\n${usage}`);
  const { databaseUrl, dataDir } = env();
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir }) : null;
  const pool = openPool(databaseUrl ?? embedded?.urlFor('dashboard') ?? '', {
    max: 1,
    applicationName: 'sharebook audit',
  });
  try {
    const proof = await verifyTrail(pool, values.seal ?? null);
    const { entries, seal, fault } = proof;
    if (values.json) {
      const where = fault && { kind: fault.kind, entry: Number(fault.seq) };
      console.log(JSON.stringify({ whole: fault === null, entries, seal, fault: where }));
    } else {
      console.log(proofWords(proof));
      if (!fault) console.log(`Seal: ${seal}`);
    }
    process.exitCode = fault ? 1 : 0;
  } finally {
    await pool.end();
    await embedded?.release();
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
