/** The part of registry:import that brings in the register of another registry. */
import { readFile, stat } from 'node:fs/promises';
import type { Credentials } from '#registry/import/pull/client';
import { PullStopped } from '#registry/import/pull/errors';
import { type Pulled, pullRegister, readBase } from '#registry/import/pull/pull-register';

/** Options of the command that are for another registry only. */
export const pullOptions = {
  from: { type: 'string' },
  folder: { type: 'string' },
  as: { type: 'string' },
  kind: { type: 'string' },
  rate: { type: 'string' },
  credentials: { type: 'string' },
  'without-history': { type: 'boolean' },
} as const;

export type PullValues = Partial<Record<Exclude<keyof typeof pullOptions, 'without-history'>, string>> & {
  'without-history'?: boolean;
  issuer?: string;
  'certified-by'?: string;
  'account-prefix'?: string;
};

const rateMax = 50;
const defaultRate = '4';

/** Reads the issuer of another registry into its folder. Throws PullStopped, also for options that are wrong. */
export async function pullFrom(
  values: PullValues,
  environment: NodeJS.ProcessEnv,
  { today, onStep }: { today: string; onStep: (what: string) => void },
): Promise<Pulled> {
  const base = readBase(values.from ?? '');
  const { issuer = '', folder, as, kind, rate = defaultRate } = values;
  if (!isNumber(issuer)) throw wrong('Name the issuer by its number in the other registry, with --issuer.');
  if (!folder) throw wrong('Name the folder that keeps the responses, with --folder.');
  if (as !== undefined && !isNumber(as)) throw wrong(`"${as}" is not an issuer id.`);
  if (!/^[1-9]\d?$/.test(rate) || Number(rate) > rateMax)
    throw wrong(`--rate is a number of requests a second, 1 to ${rateMax}.`);
  const credentials = await readCredentials(values.credentials, environment);
  return pullRegister({
    ...{ base, credentials, folder, onStep, ratePerSecond: Number(rate), issuer: Number(issuer), day: today },
    stated: {
      issuer: as,
      kind: kind?.trim() || undefined,
      certifiedBy: values['certified-by']?.trim() || undefined,
      accountPrefix: values['account-prefix'],
      withoutHistory: values['without-history'],
    },
    onPause: (why, ms) => console.error(`${why} Next attempt in ${Math.round(ms / 1000)} s.`),
  });
}

const wrong = (message: string) => new PullStopped(message, true);

const isNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text);

/** Never from the command line: other users of the machine could read it there. */
async function readCredentials(
  path: string | undefined,
  { REMOTE_CLIENT_ID: id, REMOTE_CLIENT_SECRET: secret }: NodeJS.ProcessEnv,
): Promise<Credentials> {
  if (path === undefined) {
    if (!id || !secret)
      throw wrong(
        'Set REMOTE_CLIENT_ID and REMOTE_CLIENT_SECRET, or name a file with them, with --credentials.',
      );
    return { clientId: id, clientSecret: secret };
  }
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile() || facts.size > 65_536)
    throw wrong(`${path} is not a file with a client id and secret.`);
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw wrong(`${path} can be read by other users. Run: chmod 600 ${path}`);
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/);
  const lineOf = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .trim();
  const [clientId, clientSecret] = [lineOf('REMOTE_CLIENT_ID'), lineOf('REMOTE_CLIENT_SECRET')];
  if (!clientId || !clientSecret)
    throw wrong(`${path} needs the lines REMOTE_CLIENT_ID=… and REMOTE_CLIENT_SECRET=….`);
  return { clientId, clientSecret };
}
