import { loadLarge } from '#demo/large/load';
import { type LargePlan, lastDay, limits, rejectionOf } from '#demo/large/plan';
import { clockIn } from '#registry/clock';
import { openDatabase } from '#registry/db/open';
import { readEnv } from '#registry/env';
import { Rejection, readArguments, rejectionIs2, runCommand } from './command.ts';

const usage = `Builds one large issuer into the registry's database, for trying and measuring; the same arguments build the same books.

  npm run registry:seed -- --holders N [--certificates N] [--issuer ID] [--seed N]

--holders       accounts, ${limits.holders[0]} to ${limits.holders[1]}
--certificates  ${limits.perHolder[0]} to ${limits.perHolder[1]} for each holder, canceled ones included; default 10 for each
--issuer        the customer's id of the new issuer; default 5001
--seed          another number makes another history; default 1`;

async function main(): Promise<void> {
  const values = readValues();
  if (values.help) return void console.log(usage);
  const plan = planOf(values);
  const env = readEnv();
  const today = clockIn(env.timeZone, env.fixedNow).today();
  if (today < lastDay) throw new Rejection(`The history goes to ${lastDay}, and today is ${today}.`);
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  const database = await openDatabase(env, { connectionsMax: 2, applicationName: 'sharebook seed' });
  try {
    const say = (line: string) => console.log(`${seconds()} s  ${line}`);
    const loaded = await database.asOwner((owner) => loadLarge(owner, plan, say));
    const { holders, certificates, transactions } = loaded;
    console.log(
      `${seconds()} s  Issuer ${plan.issuer} has ${holders} accounts, ${certificates} certificates and ${transactions} transactions.`,
    );
  } finally {
    await database.release();
  }
}

function planOf(values: ReturnType<typeof readValues>): LargePlan {
  if (values.holders === undefined) throw new Rejection(usage);
  const holders = wholeNumber('--holders', values.holders);
  const plan = {
    holders,
    certificates: wholeNumber('--certificates', values.certificates ?? String(holders * 10)),
    issuer: BigInt(wholeNumber('--issuer', values.issuer ?? '5001')),
    seed: wholeNumber('--seed', values.seed ?? '1'),
  };
  const rejection = rejectionOf(plan);
  if (rejection) throw new Rejection(rejection);
  return plan;
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Rejection(`${name} "${text}" is not a whole number from 1 to 999999999.`);
  return Number(text);
}

const readValues = () =>
  readArguments(usage, {
    options: {
      holders: { type: 'string' },
      certificates: { type: 'string' },
      issuer: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  }).values;

await runCommand(main, rejectionIs2);
