import { formatDate, isDate } from '#lib/format/dates';
import { clockIn } from '#registry/clock';
import type { Db } from '#registry/db/session';
import { readEnv } from '#registry/env';
import { agentFacts } from '#registry/queries/agent';
import { listedCertificates, withdrawCertificate } from '#registry/sealing/certificate-list';
import { rootExists, rotateKey } from '#registry/sealing/rotate-key';
import { currentFingerprint, daysLeft, signingKeyFile } from '#registry/sealing/signing-key';
import { openTerminal } from '../prompt.ts';
import { inTransaction, Rejection, readArguments, runCommand } from './command.ts';

const usage = `Keys with which files are sealed. Changes take effect at once, also while the registry runs.

  npm run registry:keys -- list
  npm run registry:keys -- rotate [--passphrase-stdin]
  npm run registry:keys -- withdraw FINGERPRINT --reason "…" [--since YYYY-MM-DD]

Rotate makes a new signer for two years, issued by the root of the installation; the former certificate stays listed. The
first rotation makes the root, for ten years, encrypted with the passphrase you enter, at least 12 characters. The passphrase
is stored nowhere. Without a terminal it is one line on standard input, with --passphrase-stdin.
Withdraw states that a key may be in other hands since a day, today by default: files sealed with it are then reported as
such. Rotate first where it is the current one.`;

async function main(): Promise<void> {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      since: { type: 'string' },
      'passphrase-stdin': { type: 'boolean' },
    },
  });
  const [verb, fingerprint] = positionals;
  if (!verb || positionals.length > 2) throw new Rejection(usage);
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const file = signingKeyFile(env.dataDir, {
    path: env.signingKeyFile,
    passphrase: env.signingKeyPassphrase,
  });
  const passphrase = verb === 'rotate' ? await readPassphrase(values['passphrase-stdin'] === true) : '';
  await inTransaction(env, 'sharebook keys', run);

  async function run(db: Db): Promise<string> {
    if (verb === 'list') return list(db);
    if (verb === 'rotate') return rotate(db);
    if (verb === 'withdraw') return withdraw(db);
    throw new Rejection(usage);
  }

  async function list(db: Db): Promise<string> {
    const current = currentFingerprint(file);
    const listed = await listedCertificates(db, current);
    const lines = listed.map(({ certificate, fingerprint: own, state, usedFrom, usedUntil, withdrawnOn }) =>
      [
        state === 'Withdrawn' ? `withdrawn since ${formatDate(withdrawnOn ?? '')}` : state.toLowerCase(),
        `used from ${dayOf(usedFrom)}${usedUntil ? ` to ${dayOf(usedUntil)}` : ''}`,
        `valid to ${dayOf(new Date(certificate.validTo))}`,
        ...(own === current ? [`${daysLeft(certificate, clock.now())} days left`] : []),
        own,
      ].join(', '),
    );
    if (current && !listed.some((one) => one.fingerprint === current))
      lines.unshift(`current, nothing sealed yet, ${current}`);
    return lines.length > 0
      ? lines.join('\n')
      : 'There is no key yet. It is made with the first sealed file.';
  }

  async function rotate(db: Db): Promise<string> {
    const { name } = await agentFacts(db);
    const { before, key, root, isNewRoot } = await rotateKey(db, {
      ...{ dataDir: env.dataDir, file, agentName: name, now: clock.now(), passphrase },
    });
    return [
      `New signer, valid to ${dayOf(new Date(key.certificate.validTo))}: ${key.fingerprint}`,
      before ? `Retired: ${before.fingerprint}` : 'There was no key before.',
      `${isNewRoot ? 'New root' : 'Root'}, valid to ${dayOf(new Date(root.validTo))}: ${root.fingerprint256}`,
      ...(isNewRoot
        ? [
            'Publish the fingerprint of the root by another way than the files. Keep its passphrase apart from its backup.',
          ]
        : []),
    ].join('\n');
  }

  async function withdraw(db: Db): Promise<string> {
    const { reason, since = clock.today() } = values;
    if (!fingerprint) throw new Rejection('Name the fingerprint of the certificate, as list shows it.');
    if (!reason?.trim()) throw new Rejection('Say why with --reason "…".');
    if (!isDate(since) || since > clock.today())
      throw new Rejection(`--since is a day such as ${clock.today()}, not in the future.`);
    if (fingerprint === currentFingerprint(file))
      throw new Rejection('This is the current key. Rotate first: nothing could be sealed otherwise.');
    const done = await withdrawCertificate(db, fingerprint, { since, reason: reason.trim().slice(0, 500) });
    if (!done) throw new Rejection('No certificate with this fingerprint is listed.');
    return `Withdrawn since ${formatDate(since)}: ${fingerprint}`;
  }

  async function readPassphrase(isFromInput: boolean): Promise<string> {
    const isFirst = !rootExists(env.dataDir);
    let passphrase: string;
    if (isFromInput) passphrase = await readLine();
    else {
      if (!process.stdin.isTTY)
        throw new Rejection(
          'There is no terminal to ask on. Give the passphrase of the root with --passphrase-stdin.',
        );
      const terminal = openTerminal();
      try {
        passphrase = await terminal.askHidden(
          `${isFirst ? 'Passphrase of the new root' : 'Passphrase of the root'}: `,
        );
        if (isFirst && (await terminal.askHidden('The same again: ')) !== passphrase)
          throw new Rejection('The two differ. Nothing was changed.');
      } finally {
        terminal.close();
      }
    }
    if (passphrase.length < 12 || passphrase.length > 1024)
      throw new Rejection('The passphrase has 12 to 1024 characters.');
    return passphrase;
  }

  function dayOf(at: Date): string {
    return formatDate(at.toLocaleDateString('en-CA', { timeZone: env.timeZone }));
  }
}

async function readLine(): Promise<string> {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    text += part;
    if (text.length > 4096) throw new Rejection('The input is too long.');
  }
  return text.replace(/\r?\n$/, '');
}

await runCommand(main);
