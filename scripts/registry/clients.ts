import { noteChange } from '#lib/data-dir/disabled-journal';
import {
  addClient,
  type ClientScope,
  clientScopes,
  disableClient,
  listClients,
  rotateSecret,
  setScope,
} from '#registry/access/clients';
import { readEnv } from '#registry/env';
import { inTransaction, issuerId, Rejection, readArguments, runCommand } from './command.ts';

const usage = `API clients of the registry. Changes take effect at once, also while the registry runs.

  npm run registry:clients -- add ID --scope read|write|agent [--issuer N]… --secret-stdin
  npm run registry:clients -- set-scope ID --scope read|write|agent [--issuer N]…
  npm run registry:clients -- list
  npm run registry:clients -- disable ID
  npm run registry:clients -- rotate ID --secret-stdin

Without --issuer a client may see every issuer. The secret is one line on standard input, 16 to 1024 characters.`;

const abilities: Record<ClientScope, string> = {
  read: 'read',
  write: 'read and write',
  agent: 'read, write and do the agent’s work at',
};

async function main(): Promise<void> {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: {
      scope: { type: 'string' },
      issuer: { type: 'string', multiple: true },
      'secret-stdin': { type: 'boolean' },
    },
  });
  const [verb, id] = positionals;
  if (!verb || positionals.length > 2) throw new Rejection(usage);
  const env = readEnv();
  const secret = values['secret-stdin'] ? await readSecret() : undefined;
  await inTransaction(env, 'sharebook clients', run);

  async function run(db: Parameters<typeof listClients>[0]): Promise<string> {
    if (verb === 'list') return table(await listClients(db), env.demo);
    if (!id || id.length > 255 || !/^[\x21-\x7e]+$/.test(id))
      throw new Rejection('Name the client: letters and digits, no spaces.');
    if (verb === 'disable') {
      const done = known(await disableClient(db, id, new Date()), `Client ${id} is disabled.`);
      noteChange(env.dataDir, { kind: 'client', change: 'disabled', id, email: null });
      return done;
    }
    if (verb === 'rotate') {
      const done = known(await rotateSecret(db, id, given()), `Client ${id} has a new secret.`);
      noteChange(env.dataDir, { kind: 'client', change: 'rotated', id, email: null });
      return done;
    }
    if (verb !== 'add' && verb !== 'set-scope') throw new Rejection(usage);
    const scope = clientScopes.find((known) => known === values.scope);
    if (!scope) throw new Rejection('Say --scope read, --scope write or --scope agent.');
    const issuers = values.issuer?.map(issuerId) ?? 'all';
    const rights = { id, scope, issuers } as const;
    const may = `Client ${id} may ${abilities[scope]} ${issuers === 'all' ? 'all issuers' : `issuers ${issuers.join(', ')}`}.`;
    if (verb === 'set-scope') return known(await setScope(db, rights), may);
    if (!(await addClient(db, { ...rights, secret: given() }, new Date())))
      throw new Rejection(`There is a client ${id} already.`);
    return may;
  }

  function given(): string {
    if (!secret) throw new Rejection('Give the secret on standard input and say --secret-stdin.');
    return secret;
  }

  function known(found: boolean, done: string): string {
    if (!found) throw new Rejection(`There is no client ${id}.`);
    return done;
  }
}

async function readSecret(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  const secret = text.replace(/\r?\n$/, '');
  if (secret.length < 16 || secret.length > 1024 || /\p{Cc}/u.test(secret)) {
    throw new Rejection('The secret must be one line of 16 to 1024 characters.');
  }
  return secret;
}

function table(clients: Awaited<ReturnType<typeof listClients>>, demoOn: boolean): string {
  return clients
    .map(({ id, scope, issuers, disabled, demo }) =>
      [
        id.padEnd(24),
        scope.padEnd(6),
        issuers === 'all' ? 'all issuers' : issuers.join(','),
        disabled ? 'disabled' : '',
        demo ? (demoOn ? 'demo' : 'demo, refused while REGISTRY_DEMO is 0') : '',
      ]
        .filter((word) => word !== '')
        .join(' '),
    )
    .join('\n');
}

await runCommand(main);
