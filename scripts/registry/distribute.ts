import { DistributionRefused, distribute } from '#registry/db/distribute';
import { openDatabase } from '#registry/db/open';
import { readEnv } from '#registry/env';
import { Rejection, readArguments } from './command.ts';

const usage = `Places the tables of the registry on the nodes of a Citus coordinator (docs/scaling.md). Stop the registries first.

  npm run registry:distribute -- [--dry-run]

Does only what is missing, and goes on where an earlier run ended. With --dry-run it lists the steps and changes nothing.`;

async function main(): Promise<void> {
  const values = readArguments(usage, {
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  }).values;
  if (values.help) return void console.log(usage);
  const isDryRun = values['dry-run'] ?? false;
  const env = readEnv();
  if (!env.databaseUrl) {
    throw new Rejection(
      'Name the coordinator in REGISTRY_DATABASE_URL: the embedded database is one server.',
    );
  }
  const database = await openDatabase(env, { connectionsMax: 1, applicationName: 'sharebook distribute' });
  try {
    const { steps } = await database.asOwner((owner) =>
      distribute(owner, { isDryRun, onStep: (step) => console.log(step) }),
    );
    if (steps.length === 0) console.log('Every table is in its place.');
    else if (isDryRun) console.log([...steps, 'Nothing was changed.'].join('\n'));
  } finally {
    await database.release();
  }
}

await main().catch((error: Error) => {
  console.error(error instanceof DistributionRefused || error instanceof Rejection ? error.message : error);
  process.exitCode = 1;
});
