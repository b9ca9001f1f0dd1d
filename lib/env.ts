import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** Id and secret of an API client of the registry. */
export type ClientPair = { id: string; secret: string };

/** The dashboard's configuration as the rest of the code sees it. Addresses carry no trailing slash. */
export type Env = {
  port: number;
  host: string;
  /** Origin people reach the dashboard at; everything we hand out as an address starts with it. */
  publicUrl: string;
  secureCookies: boolean;
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
    client: ClientPair;
    reader: ClientPair | null;
  };
  runKeepDays: number;
  metricsToken: string | null;
};

const port = z.coerce.number().int().min(1).max(65_535);
const text = z.string().trim().min(1);

const shape = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  NEXTAUTH_URL: text.optional(),
  NEXTAUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
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
  RUN_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
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
    dataDir: resolve(raw.DATA_DIR),
    databaseUrl: raw.DATABASE_URL ?? null,
    registry: readRegistry(raw),
    runKeepDays: raw.RUN_KEEP_DAYS,
    metricsToken: raw.METRICS_TOKEN ?? null,
  };
}

function readRegistry(raw: z.output<typeof shape>): Env['registry'] {
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
    client,
    reader: pair('REGISTRY_READER_CLIENT', raw.REGISTRY_READER_CLIENT_ID, raw.REGISTRY_READER_CLIENT_SECRET),
  };
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

function parseUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${name} must be an http or https address.`);
  if (url.username || url.password) throw new Error(`${name} must not contain a user name or password.`);
  if (url.search || url.hash) throw new Error(`${name} must not contain a query or fragment.`);
  return url;
}

function originOf(name: string, value: string): string {
  const url = parseUrl(name, value);
  if (url.pathname !== '/') throw new Error(`${name} must be an address without a path.`);
  return url.origin;
}

function baseOf(value: string): string {
  const url = parseUrl('REGISTRY_BASE_URL', value);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** A server bound to every interface is reached through loopback (decisions, ruling 22: never "localhost"). */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

let cached: Env | undefined;

/** The configuration of this process, parsed once. */
export function env(): Env {
  cached ??= readEnv();
  return cached;
}

let secret: string | undefined;

/**
 * NEXTAUTH_SECRET, or one made once and kept in `<DATA_DIR>/auth-secret` readable by its owner only.
 * Also tells next-auth our address and turns off its trust in forwarded hosts (assurance S-26).
 */
export function authSecret(): string {
  if (secret === undefined) {
    const { publicUrl, dataDir } = env();
    secret = process.env.NEXTAUTH_SECRET || keptSecret(dataDir);
    process.env.NEXTAUTH_URL = publicUrl;
    delete process.env.AUTH_TRUST_HOST;
    delete process.env.VERCEL;
    delete process.env.NEXTAUTH_URL_INTERNAL;
  }
  return secret;
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
