import { type Role, roleNames } from '#lib/access/roles';
import { env } from '#lib/env';
import { startEmbedded } from '#lib/postgres/embedded';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { addPerson, disablePerson, listPeople, setRole } from '#lib/session/accounts';
import { prepareStore } from '#lib/session/prepare';

const usage = `Accounts of the dashboard.

  npm run users -- add EMAIL --name "…" --role ROLE [--issuer N]… --password-stdin
  npm run users -- list
  npm run users -- disable EMAIL
  npm run users -- set-role EMAIL --role ROLE [--issuer N]…

Roles: ${roleNames.join(', ')}.
The password is read from standard input, never from the command line.`;

type Options = { name?: string; role?: Role; issuers: number[]; passwordStdin: boolean; words: string[] };

/** Reads the command line. Throws a sentence about the first word that does not belong. */
export function readOptions(args: readonly string[]): Options {
  const options: Options = { issuers: [], passwordStdin: false, words: [] };
  const rest = [...args];
  const next = (flag: string) => rest.shift() ?? fail(`${flag} needs a value.`);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--name') options.name = next(word);
    else if (word === '--role') options.role = readRole(next(word));
    else if (word === '--issuer') options.issuers.push(readIssuer(next(word)));
    else if (word === '--password-stdin') options.passwordStdin = true;
    else if (word.startsWith('--')) fail(`${word} is not known here.`);
    else options.words.push(word);
  }
  return options;
}

function readRole(text: string): Role {
  return (
    roleNames.find((role) => role === text) ?? fail(`"${text}" is not a role; use ${roleNames.join(', ')}.`)
  );
}

function readIssuer(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : fail(`"${text}" is not an issuer id.`);
}

function fail(message: string): never {
  throw new Error(message);
}

async function readPassword(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  // `echo secret |` adds a line end that is not part of the password.
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

async function run(url: string, command: string, options: Options): Promise<void> {
  const pool = openPool(url, { max: 2, applicationName: 'sharebook users' });
  const email = options.words[0] ?? '';
  try {
    if (command === 'list') {
      for (const person of await listPeople(pool)) {
        const issuers = person.issuers.length > 0 ? ` issuers ${person.issuers.join(', ')}` : '';
        const state = person.disabled ? ' disabled' : '';
        console.log(`${person.email}  ${person.role}${issuers}${state}  ${person.name}`);
      }
    } else if (command === 'disable') {
      await withTransaction(pool, (client) => disablePerson(client, email));
      console.log(`${email} is disabled and signed out everywhere.`);
    } else if (command === 'set-role') {
      const role = options.role ?? fail('--role is missing.');
      await withTransaction(pool, (client) => setRole(client, email, role, options.issuers));
      console.log(`${email} is now ${role}.`);
    } else {
      const role = options.role ?? fail('--role is missing.');
      const name = options.name?.trim() || fail('--name is missing.');
      if (!options.passwordStdin) fail('Give --password-stdin and the password on standard input.');
      const password = await readPassword();
      await withTransaction(pool, (client) =>
        addPerson(client, { email, name, role, issuers: options.issuers, password }),
      );
      console.log(`${email} can sign in as ${role}.`);
    }
  } finally {
    await pool.end();
  }
}

const databaseName = 'dashboard';

async function main(args: readonly string[]): Promise<void> {
  const [command = 'help', ...rest] = args;
  if (!['add', 'list', 'disable', 'set-role'].includes(command)) {
    console.log(usage);
    if (command !== 'help' && command !== '--help') process.exitCode = 2;
    return;
  }
  const options = readOptions(rest);
  if (options.words.length !== (command === 'list' ? 0 : 1))
    fail(`${command} needs ${command === 'list' ? 'nothing more' : 'one e-mail address'}.`);
  const { databaseUrl, dataDir } = env();
  if (databaseUrl) {
    await prepareStore(databaseUrl, { demo: false });
    await run(databaseUrl, command, options);
    return;
  }
  const embedded = await startEmbedded({ dataDir });
  try {
    await embedded.ensureDatabase(databaseName);
    const url = embedded.urlFor(databaseName);
    await prepareStore(url, { demo: false });
    await run(url, command, options);
  } finally {
    await embedded.release();
  }
}

if (import.meta.main) {
  main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
