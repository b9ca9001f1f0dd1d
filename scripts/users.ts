import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type Role, roleNames } from '#lib/access/roles';
import { openAudit } from '#lib/audit/audit';
import { env } from '#lib/env';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { routes } from '#lib/routes';
import {
  addUser,
  disableUser,
  listUsers,
  setDisabled,
  setPassword,
  setRole,
  userIdOf,
} from '#lib/session/accounts/accounts';
import { invitationHours, makeInvitation } from '#lib/session/accounts/invitations';
import { openStore, prepareStore } from '#lib/session/prepare-store';
import {
  reasonOfReset,
  removeSecondFactors,
  resetReasonText,
} from '#lib/session/second-factor/second-factor';
import { endSessionsOf } from '#lib/session/sessions';
import { doubtsAbout } from './granted-issuers.ts';

const usage = `Accounts of the dashboard.

  npm run users -- add EMAIL --name "…" --role ROLE [--issuer N]… [--documents] --password-stdin
  npm run users -- list
  npm run users -- disable EMAIL
  npm run users -- enable EMAIL
  npm run users -- set-role EMAIL --role ROLE [--issuer N]… [--documents]
  npm run users -- end-sessions EMAIL
  npm run users -- reset-password EMAIL --password-stdin
  npm run users -- reset-second-factor EMAIL --reason "…"
  npm run users -- link EMAIL

Roles: ${roleNames.join(', ')}.
--documents: a user of issuers may see the documents of items; without it, not.
The password is read from standard input, never from the command line.
reset-second-factor (formerly reset-totp) removes the second factor and the recovery codes and ends all sessions.
The reason, 3 to 200 characters, is kept in the audit trail. link prints a one-time link for a new password.
All of it takes effect at the next click, in open sessions too, and is written to the audit trail.`;

type Options = {
  name?: string;
  role?: Role;
  issuers: number[];
  documents: boolean;
  reason?: string;
  passwordStdin: boolean;
  password?: string;
  words: string[];
};

/** Parses the command line. Throws a one-sentence error about the first unexpected word. */
export function readOptions(args: readonly string[]): Options {
  const options: Options = { issuers: [], documents: false, passwordStdin: false, words: [] };
  const rest = [...args];
  const next = (flag: string) => rest.shift() ?? fail(`${flag} needs a value.`);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--name') options.name = next(word);
    else if (word === '--reason') options.reason = next(word);
    else if (word === '--role') options.role = readRole(next(word));
    else if (word === '--issuer') options.issuers.push(readIssuer(next(word)));
    else if (word === '--documents') options.documents = true;
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
  // `echo secret |` adds a newline that is not part of the password.
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

type Command = {
  /** Does the work and returns a one-sentence result. */
  run: (client: ClientBase, email: string, options: Options) => Promise<string>;
  /** Reads a password from standard input first. */
  password?: true;
  /** The action's name in the audit trail, where it differs from the command's. */
  action?: string;
  /** A validated reason for the audit trail. Throws a one-sentence error when it is missing. */
  reason?: (options: Options) => string;
};

const resetSecondFactor: Command = {
  action: 'account-reset-second-factor',
  reason: (options) => reasonOfReset(options.reason ?? '') ?? fail(`--reason: ${resetReasonText}`),
  run: async (client, email) => {
    const id = await userIdOf(client, email);
    const had = await removeSecondFactors(client, id);
    await endSessionsOf(client, id);
    return had ? `${email} has no second factor any more.` : `${email} had no second factor.`;
  },
};

const given = (options: Options) => options.password ?? '';

const commands: Readonly<Record<string, Command>> = {
  add: {
    password: true,
    run: async (client, email, options) => {
      const role = options.role ?? fail('--role is missing.');
      const name = options.name?.trim() || fail('--name is missing.');
      const { issuers, documents: seesDocuments } = options;
      await addUser(client, { email, name, role, issuers, seesDocuments, password: given(options) });
      return `${email} can sign in as ${role}.`;
    },
  },
  disable: {
    run: async (client, email) => {
      await disableUser(client, email);
      return `${email} is disabled and signed out everywhere.`;
    },
  },
  enable: {
    run: async (client, email) => {
      await setDisabled(client, await userIdOf(client, email), false);
      return `${email} can sign in again.`;
    },
  },
  'set-role': {
    run: async (client, email, options) => {
      const role = options.role ?? fail('--role is missing.');
      await setRole(client, email, role, options.issuers, options.documents);
      return `${email} is now ${role}.`;
    },
  },
  'end-sessions': {
    run: async (client, email) => {
      const ended = await endSessionsOf(client, await userIdOf(client, email));
      return `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${email} ended.`;
    },
  },
  'reset-password': {
    password: true,
    run: async (client, email, options) => {
      const id = await userIdOf(client, email);
      await setPassword(client, { id, email, name: '' }, given(options));
      return `${email} has a new password and is signed out everywhere.`;
    },
  },
  'reset-second-factor': resetSecondFactor,
  'reset-totp': resetSecondFactor,
  link: {
    run: async (client, email) => {
      const { token } = await makeInvitation(client, await userIdOf(client, email), null);
      return `Good once, for ${invitationHours} hours:\n${env().publicUrl}${routes.invited(token)}`;
    },
  },
};

async function list(url: string): Promise<void> {
  const pool = openPool(url, { max: 1, applicationName: 'sharebook users' });
  try {
    for (const user of await listUsers(pool)) {
      const issuers = user.issuers.length > 0 ? ` issuers ${user.issuers.join(', ')}` : '';
      const state = user.disabled ? ' disabled' : '';
      const demo = user.is_demo ? (env().registry.demo ? ' demo' : ' demo, closed while it is off') : '';
      console.log(`${user.email}  ${user.role}${issuers}${state}${demo}  ${user.name}`);
    }
  } finally {
    await pool.end();
  }
}

async function run(url: string, name: string, command: Command, options: Options): Promise<void> {
  const email = options.words[0] ?? '';
  if (command.password) {
    if (!options.passwordStdin) fail('Give --password-stdin and the password on standard input.');
    options.password = await readPassword();
  }
  const reason = command.reason?.(options);
  const pool = openPool(url, { max: 2, applicationName: 'sharebook users' });
  try {
    const text = await withTransaction(pool, async (client) => {
      const done = await command.run(client, email, options);
      await openAudit(pool).record({
        requestId: randomUUID(),
        actor: null,
        action: command.action ?? `account-${name}`,
        outcome: 'ok',
        object: await userIdOf(client, email),
        detail: { by: 'command line', ...(reason === undefined ? {} : { reason }) },
      });
      return done;
    });
    console.log(text);
    for (const doubt of await doubtsAbout(options.issuers)) console.error(doubt);
  } finally {
    await pool.end();
  }
}

async function main(args: readonly string[]): Promise<void> {
  const [name = 'help', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command && name !== 'list') {
    console.log(usage);
    if (name !== 'help' && name !== '--help') process.exitCode = 2;
    return;
  }
  const options = readOptions(rest);
  if (options.words.length !== (command ? 1 : 0))
    fail(`${name} needs ${command ? 'one e-mail address' : 'nothing more'}.`);
  const { urls, release } = await openStore();
  try {
    await prepareStore(urls, { demo: false });
    await (command ? run(urls.url, name, command, options) : list(urls.url));
  } finally {
    await release();
  }
}

if (import.meta.main) {
  main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
