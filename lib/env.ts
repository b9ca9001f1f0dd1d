import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { baseOf, isLoopback, isNetwork, originOf, parseUrl, reachable } from './env/addresses.ts';

/** Id and secret of an API client of the registry. */
export type ClientPair = { id: string; secret: string };

/** The OpenID provider people may sign in at; `issuer` is its address as its discovery document spells it. */
export type OidcProvider = { issuer: string; clientId: string; clientSecret: string };

/** The dashboard's configuration as the rest of the code sees it. Addresses carry no trailing slash. */
export type Env = {
  port: number;
  host: string;
  /** Origin people reach the dashboard at; everything we hand out as an address starts with it. */
  publicUrl: string;
  secureCookies: boolean;
  /** True under `npm run dev`, whose tools need a looser content policy. */
  development: boolean;
  dataDir: string;
  databaseUrl: string | null;
  registry: {
    baseUrl: string;
    /** True when `npm start` runs the registry itself, with demo data and demo people. */
    embedded: boolean;
    /** Where `npm start` runs the embedded one. */
    port: number;
    environment: string;
    /** Whose calendar day is today; the registry's own zone. */
    timeZone: string;
    /** A clock that stands still for the calendar, in tests only; instants stay the machine's. */
    fixedNow: Date | null;
    client: ClientPair;
    reader: ClientPair | null;
  };
  /** Null: nobody signs in with OpenID Connect. */
  oidc: OidcProvider | null;
  /** The agent's own roles need a second factor (issue 5, accounts). */
  requireTotp: boolean;
  /** Addresses or networks ("10.0.0.0/8") whose X-Forwarded-For is believed; none by default (assurance S-26). */
  trustedProxies: readonly string[];
  runKeepDays: number;
  /** Longest that a request's body may take to arrive; its head has ten seconds at most (assurance S-19). */
  requestSeconds: number;
  /** True while what the secret of before made is still taken (assurance S-24). */
  rotating: boolean;
  metricsToken: string | null;
  /** How long readiness says no before the address closes. */
  drainNoticeMs: number;
  /** True when the program that started us leaves the end of the process to us (scripts/start.ts). */
  drains: boolean;
};

const port = z.coerce.number().int().min(1).max(65_535);
const text = z.string().trim().min(1);

const shape = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  NEXTAUTH_URL: text.optional(),
  NEXTAUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  NEXTAUTH_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: text.regex(/^postgres(ql)?:\/\//, 'must start with postgresql://').optional(),
  REGISTRY_BASE_URL: text.optional(),
  REGISTRY_PORT: port.default(4010),
  REGISTRY_CLIENT_ID: text.optional(),
  REGISTRY_CLIENT_SECRET: text.optional(),
  REGISTRY_READER_CLIENT_ID: text.optional(),
  REGISTRY_READER_CLIENT_SECRET: text.optional(),
  REGISTRY_ENVIRONMENT: text.max(40).optional(),
  REGISTRY_TIME_ZONE: text
    .refine((zone) => isTimeZone(zone), 'must be an IANA time zone such as America/New_York')
    .default('America/New_York'),
  REGISTRY_CLOCK: z.iso.datetime().optional(),
  SHAREBOOK_TEST: z.literal('1').optional(),
  NODE_ENV: z.string().optional(),
  OIDC_ISSUER: text.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  REQUIRE_TOTP: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
  TRUSTED_PROXIES: text
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isNetwork), 'must list addresses or networks such as 10.0.0.0/8')
    .optional(),
  REQUEST_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  RUN_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DRAIN_NOTICE_SECONDS: z.coerce.number().int().min(0).max(20).default(0),
  NEXT_MANUAL_SIG_HANDLE: z.string().optional(),
});

/**
 * Reads the configuration (decisions, "Configuration"). An empty variable counts as absent.
 * Throws an Error whose message is a sentence that names the wrong variable, never its value.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = shape.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${issue?.path.join('.')} is not usable: ${issue?.message}.`);
  }
  const raw = parsed.data;
  const publicUrl = originOf('NEXTAUTH_URL', raw.NEXTAUTH_URL ?? `http://${reachable(raw.HOST)}:${raw.PORT}`);
  return {
    port: raw.PORT,
    host: raw.HOST,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    development: raw.NODE_ENV === 'development',
    dataDir: resolve(raw.DATA_DIR),
    databaseUrl: raw.DATABASE_URL ?? null,
    registry: readRegistry(raw),
    oidc: readOidc(raw),
    requireTotp: raw.REQUIRE_TOTP === '1',
    trustedProxies: raw.TRUSTED_PROXIES ?? [],
    runKeepDays: raw.RUN_KEEP_DAYS,
    requestSeconds: raw.REQUEST_SECONDS,
    rotating: raw.NEXTAUTH_SECRET_PREVIOUS !== undefined,
    metricsToken: raw.METRICS_TOKEN ?? null,
    drainNoticeMs: raw.DRAIN_NOTICE_SECONDS * 1000,
    drains: raw.NEXT_MANUAL_SIG_HANDLE !== undefined,
  };
}

function readRegistry(raw: z.output<typeof shape>): Env['registry'] {
  // The dashboard runs as production under test as well, so `npm start` tells it (scripts/start.ts).
  if (raw.REGISTRY_CLOCK && raw.NODE_ENV !== 'test' && !raw.SHAREBOOK_TEST)
    throw new Error('REGISTRY_CLOCK may be set only together with NODE_ENV=test.');
  const embedded = raw.REGISTRY_BASE_URL === undefined;
  const demo = embedded ? { id: 'demo-agent', secret: 'demo-agent-secret' } : null;
  const client = pair('REGISTRY_CLIENT', raw.REGISTRY_CLIENT_ID, raw.REGISTRY_CLIENT_SECRET) ?? demo;
  if (!client)
    throw new Error(
      'REGISTRY_CLIENT_ID and REGISTRY_CLIENT_SECRET are needed when REGISTRY_BASE_URL is set.',
    );
  return {
    baseUrl: embedded ? `http://127.0.0.1:${raw.REGISTRY_PORT}` : baseOf(raw.REGISTRY_BASE_URL ?? ''),
    embedded,
    port: raw.REGISTRY_PORT,
    environment: raw.REGISTRY_ENVIRONMENT ?? (embedded ? 'Demo' : 'Production'),
    timeZone: raw.REGISTRY_TIME_ZONE,
    fixedNow: raw.REGISTRY_CLOCK ? new Date(raw.REGISTRY_CLOCK) : null,
    client,
    reader: pair('REGISTRY_READER_CLIENT', raw.REGISTRY_READER_CLIENT_ID, raw.REGISTRY_READER_CLIENT_SECRET),
  };
}

function readOidc(raw: z.output<typeof shape>): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = raw;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  const url = parseUrl('OIDC_ISSUER', issuer);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new Error('OIDC_ISSUER must be an https address; plain http is for a provider on this machine.');
  // Not normalized: an ID token names its issuer letter by letter, the slash at the end included.
  return { issuer, clientId, clientSecret };
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function pair(name: string, id: string | undefined, secret: string | undefined): ClientPair | null {
  if (id === undefined && secret === undefined) return null;
  if (id === undefined || secret === undefined)
    throw new Error(`${name}_ID and ${name}_SECRET must be set together.`);
  return { id, secret };
}

let cached: Env | undefined;

/** The configuration of this process, parsed once. */
export function env(): Env {
  cached ??= readEnv();
  return cached;
}

/** Now, as far as the registry's calendar goes: where "today" comes from (decisions, ruling 1). */
export const registryNow = (): Date => env().registry.fixedNow ?? new Date();

let secrets: readonly [string, ...string[]] | undefined;

/**
 * NEXTAUTH_SECRET, or one made once and kept in `<DATA_DIR>/auth-secret` readable by its owner only; after it, while a
 * rotation lasts, NEXTAUTH_SECRET_PREVIOUS. What is made is made with the first; what was made with either is taken
 * (assurance S-24). Also tells next-auth our address and turns off its trust in forwarded hosts (assurance S-26).
 */
export function authSecrets(): readonly [string, ...string[]] {
  if (secrets === undefined) {
    const { publicUrl, dataDir } = env();
    const current = process.env.NEXTAUTH_SECRET || keptSecret(dataDir);
    const previous = process.env.NEXTAUTH_SECRET_PREVIOUS;
    secrets = previous && previous !== current ? [current, previous] : [current];
    process.env.NEXTAUTH_URL = publicUrl;
    delete process.env.AUTH_TRUST_HOST;
    delete process.env.VERCEL;
    delete process.env.NEXTAUTH_URL_INTERNAL;
  }
  return secrets;
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // link() fails when another process made one first: both then read the same secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}
