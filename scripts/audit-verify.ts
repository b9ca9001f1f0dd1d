import { parseArgs } from 'node:util';
import { checkpointErrorText, publicKeyOf, readCheckpoints, readSigningKey } from '#lib/audit/checkpoints';
import { parseCheckpoint, proofText, verifyTrail } from '#lib/audit/verify';
import { checkpointKeyIfAny, isKeyText } from '#lib/env';
import { openPool } from '#lib/postgres/pool';
import { openStore } from '#lib/session/prepare-store';

const usage = `Proves the audit trail: recomputes every hash and compares it with its neighbors and the head. Reads only; the
dashboard may run meanwhile.

  npm run audit:verify -- [--seal CHECKPOINT] [--json]
  npm run audit:verify -- --seals FILE [--key PUBLICKEY]… [--json]

A checkpoint is what this command, the audit page or an exported file printed earlier; with it, a tail that was cut off
together with the head, and a chain written anew, show as well (docs/decisions/audit.md). --seals takes a file of signed
checkpoints (AUDIT_SEAL_FILE, or what AUDIT_SEAL_URL received): its signatures and the order of its lines are checked,
then every checkpoint against the trail. --key names the public key they must be signed with, and may be repeated;
without it, that of AUDIT_SEAL_KEY or DATA_DIR is taken.

Exit code 0: whole. 1: broken, the trail or the file. 2: the check could not be made.`;

/** Public keys of trusted checkpoints. */
function keysOf(given: readonly string[] | undefined): string[] {
  const wrong = given?.find((key) => !isKeyText(key));
  if (wrong !== undefined) throw new Error(`--key "${wrong}" is not a public key: 43 letters and digits.`);
  if (given) return [...given];
  const own = checkpointKeyIfAny();
  if (own === null)
    throw new Error(
      'There is no signing key in DATA_DIR; name the public key of the checkpoints with --key.',
    );
  return [publicKeyOf(readSigningKey(own))];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seal: { type: 'string' },
      seals: { type: 'string' },
      key: { type: 'string', multiple: true },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void console.log(usage);
  if (values.seal !== undefined && !parseCheckpoint(values.seal))
    throw new Error(`"${values.seal}" is not a seal.\n\n${usage}`);
  if (values.seal !== undefined && values.seals !== undefined)
    throw new Error('Give --seal or --seals, not both.');
  const file = values.seals === undefined ? null : await readCheckpoints(values.seals, keysOf(values.key));
  if (file && file.checkpoints.length === 0 && !file.fault)
    throw new Error(`${values.seals} holds no checkpoint, so it proves nothing.`);
  const { urls, release } = await openStore();
  const pool = openPool(urls.ownerUrl ?? urls.url, { max: 1, applicationName: 'sharebook audit' });
  try {
    const proof = await verifyTrail(pool, file ? file.checkpoints : (values.seal ?? null));
    const { entries, checkpoint, fault } = proof;
    if (values.json) {
      const where = fault && { kind: fault.kind, entry: Number(fault.seq), line: fault.line };
      const checkpoints = file && {
        lines: file.checkpoints.length,
        unreadable: file.unreadable,
        fault: file.fault,
      };
      const whole = fault === null && !file?.fault;
      console.log(
        JSON.stringify({ whole, entries, seal: checkpoint, fault: where, ...(file && { checkpoints }) }),
      );
    } else {
      if (file?.fault) console.log(checkpointErrorText(file.fault));
      if (file) console.log(heldAgainst(file));
      console.log(proofText(proof));
      if (!fault) console.log(`Checkpoint: ${checkpoint}`);
    }
    process.exitCode = fault || file?.fault ? 1 : 0;
  } finally {
    await pool.end();
    await release();
  }
}

function heldAgainst({ checkpoints, unreadable }: Awaited<ReturnType<typeof readCheckpoints>>): string {
  const passed = unreadable > 0 ? ` ${unreadable} lines are no checkpoints and were passed over.` : '';
  return `Held against ${checkpoints.length.toLocaleString('en-US')} signed checkpoints, the last of ${checkpoints.at(-1)?.at ?? 'none'}.${passed}`;
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
