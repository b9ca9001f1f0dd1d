// Reads and checks the environment variables of the dashboard.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { savedClient, savedSecret } from './data-dir/saved-secret.ts';
import { withSettings } from './data-dir/settings.ts';
import { baseOf, mailUrl, originOf, reachable, secureUrl } from './env/addresses.ts';
import { isTimeZone } from './format/today.ts';
import type { MailServer } from './mail/smtp.ts';
import { isNetwork } from './net/client-address.ts';
import { allowedBy, type Exposure, isOnLoopback } from './net/exposure.ts';
import { isRefusedPort, refusedPortText } from './net/refused-ports.ts';

/** ID and secret of an API client of the registry. */
export type ClientPair = { id: string; secret: string };

/** The OpenID provider for sign-in; `issuer` is its address as its discovery document spells it. */
export type OidcProvider = { issuer: string; clientId: string; clientSecret: string };

export type SecondFactorRule = 'none' | 'agent' | 'all';

/** The dashboard's configuration as used by the code. Addresses have no trailing slash. */
export type Env = {
  port: number;
  host: string;
  /** Origin at which users reach the dashboard; every absolute address we return starts with it. */
  publicUrl: string;
  secureCookies: boolean;
  /** Decides whether the server may listen beyond loopback. */
  exposure: Exposure;
  /** True under `npm run dev`, whose tools need a looser content security policy. */
  development: boolean;
  dataDir: string;
  /** Folder in which `npm run backup` makes one folder per backup; null: none configured. */
  backupDir: string | null;
  databaseUrl: string | null;
  /**
   * The role that owns the tables, for migrations and restores; null when the role of `databaseUrl` owns them.
   */
  databaseOwnerUrl: string | null;
  registry: {
    baseUrl: string;
    /** True when `npm start` runs the registry itself. */
    embedded: boolean;
    /** True when the embedded registry has demo data: only then can demo users sign in. */
    demo: boolean;
    /** The port of the registry that `npm start` runs. */
    port: number;
    environment: string;
    /** The registry's time zone; it decides which calendar day is today. */
    timeZone: string;
    /** A fixed date for the calendar, in tests only; instants still use the machine's clock. */
    fixedNow: Date | null;
    client: ClientPair;
    /**
     * True when `npm start` creates that client in the registry: embedded, without the demo, and none
     * configured.
     */
    keepsClient: boolean;
    reader: ClientPair | null;
  };
  /** Null: no sign-in with OpenID Connect. */
  oidc: OidcProvider | null;
  /** Who needs a second factor: nobody, agent roles, or all users. */
  secondFactor: SecondFactorRule;
  /** Addresses or networks ("10.0.0.0/8") whose X-Forwarded-For is trusted; none by default. */
  trustedProxies: readonly string[];
  runKeepDays: number;
  /** Where notices of scheduled reports are handed over; null: no mail is sent. */
  mail: MailServer | null;
  /** Whether people without an account may check a file they received, at /public/verify. */
  publicVerification: boolean;
  /** Longest time for a request's body to arrive; its headers have ten seconds at most. */
  requestSeconds: number;
  /** How long a client may read nothing of a response before the connection is closed. */
  readerSeconds: number;
  /** True while anything signed with the previous secret is still accepted. */
  rotating: boolean;
  /** The token that may read the metrics at /api/metrics; null: none. */
  metricsToken: string | null;
  /** The loopback port that serves the metrics without a token; null: none. */
  metricsPort: number | null;
  /** How long readiness fails before the server stops listening. */
  drainNoticeMs: number;
  /** Where signed checkpoints of the audit trail are written regularly; null: not there. */
  auditCheckpoints: { file: string | null; url: string | null; everyMs: number };
};

const port = z.coerce
  .number()
  .int()
  .min(1)
  .max(65_535)
  .refine((number) => !isRefusedPort(number), refusedPortText);
const text = z.string().trim().min(1);
/** Whether a text is 32 bytes in base64url, the format of keys. */
export const isKeyText = (key: string) =>
  Buffer.from(key, 'base64url').toString('base64url') === key && key.length === 43;

const databaseUrl = text.regex(/^postgres(ql)?:\/\//, 'must start with postgresql://');

const flag = z.enum(['0', '1'], 'must be 1 or 0').default('0');

const shape = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  NEXTAUTH_URL: text.optional(),
  NEXTAUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  NEXTAUTH_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_DIR: text.default('.data'),
  BACKUP_DIR: text.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  REGISTRY_BASE_URL: text.optional(),
  REGISTRY_PORT: port.default(4010),
  REGISTRY_DATABASE_URL: z.string().optional(),
  REGISTRY_DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
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
  REQUIRE_SECOND_FACTOR: z.enum(['none', 'agent', 'all'], 'must be none, agent or all').optional(),
  REQUIRE_TOTP: flag,
  ALLOW_DEMO_BEYOND_LOOPBACK: flag,
  ALLOW_PLAIN_HTTP: flag,
  ALLOW_DATABASE_SUPERUSER: flag,
  TRUSTED_PROXIES: text
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isNetwork), 'must list addresses or networks such as 10.0.0.0/8')
    .optional(),
  REQUEST_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  READER_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  RUN_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  PUBLIC_VERIFICATION: z.enum(['0', '1'], 'must be 1 or 0').optional(),
  SMTP_URL: text.optional(),
  MAIL_FROM: text.max(320).regex(/@/, 'must be an email address').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: port.optional(),
  DRAIN_NOTICE_SECONDS: z.coerce.number().int().min(0).max(20).default(0),
  AUDIT_SEAL_FILE: text.optional(),
  AUDIT_SEAL_URL: text.optional(),
  AUDIT_SEAL_MINUTES: z.coerce.number().int().min(1).max(1440).default(15),
  AUDIT_SEAL_KEY: text.refine(isKeyText, 'must be 32 bytes in base64url').optional(),
});

/**
 * Reads the configuration: the environment, and below it the settings that `npm run setup` wrote. An empty variable
 * counts as absent. Throws an Error that names the wrong variable, never its value.
 */
export function readEnv(source: Record<string, string | undefined> = withSettings(process.env)): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = shape.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${issue?.path.join('.')} is not usable: ${issue?.message}.`);
  }
  const raw = parsed.data;
  if (raw.DATABASE_OWNER_URL && !raw.DATABASE_URL)
    throw new Error(
      'DATABASE_OWNER_URL needs DATABASE_URL: the same database, with the role the program works as.',
    );
  const publicUrl = originOf('NEXTAUTH_URL', raw.NEXTAUTH_URL ?? `http://${reachable(raw.HOST)}:${raw.PORT}`);
  const registry = readRegistry(raw);
  return {
    port: raw.PORT,
    host: raw.HOST,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    exposure: {
      listen: { name: 'HOST', host: raw.HOST },
      demo: registry.demo,
      address: { name: 'NEXTAUTH_URL', url: publicUrl },
      allowed: allowedBy(raw),
    },
    development: raw.NODE_ENV === 'development',
    dataDir: resolve(raw.DATA_DIR),
    backupDir: raw.BACKUP_DIR ? resolve(raw.BACKUP_DIR) : null,
    databaseUrl: raw.DATABASE_URL ?? null,
    databaseOwnerUrl: raw.DATABASE_OWNER_URL ?? null,
    registry,
    oidc: readOidc(raw),
    secondFactor: readSecondFactor(raw),
    trustedProxies: raw.TRUSTED_PROXIES ?? [],
    runKeepDays: raw.RUN_KEEP_DAYS,
    // Opens something without sign-in, so only where the operator decides it; the demo shows what it is.
    publicVerification:
      raw.PUBLIC_VERIFICATION === '1' || (raw.PUBLIC_VERIFICATION === undefined && registry.demo),
    mail: readMail(raw),
    requestSeconds: raw.REQUEST_SECONDS,
    readerSeconds: raw.READER_SECONDS,
    rotating: raw.NEXTAUTH_SECRET_PREVIOUS !== undefined,
    metricsToken: raw.METRICS_TOKEN ?? null,
    metricsPort: raw.METRICS_PORT ?? null,
    drainNoticeMs: raw.DRAIN_NOTICE_SECONDS * 1000,
    auditCheckpoints: {
      file: raw.AUDIT_SEAL_FILE ? resolve(raw.AUDIT_SEAL_FILE) : null,
      url: raw.AUDIT_SEAL_URL ? secureUrl('AUDIT_SEAL_URL', raw.AUDIT_SEAL_URL).href : null,
      everyMs: raw.AUDIT_SEAL_MINUTES * 60_000,
    },
  };
}

function readRegistry(raw: z.output<typeof shape>): Env['registry'] {
  // Tests run the dashboard in production mode as well, so `npm start` sets this variable (scripts/start.ts).
  if (raw.REGISTRY_CLOCK && raw.NODE_ENV !== 'test' && !raw.SHAREBOOK_TEST)
    throw new Error('REGISTRY_CLOCK may be set only together with NODE_ENV=test.');
  const embedded = raw.REGISTRY_BASE_URL === undefined;
  // The same rule as in the embedded registry (registry/env.ts): an external database has no demo unless
  // requested.
  const demo = embedded && (raw.REGISTRY_DEMO ?? (raw.REGISTRY_DATABASE_URL ? '0' : '1')) === '1';
  const given = pair('REGISTRY_CLIENT', raw.REGISTRY_CLIENT_ID, raw.REGISTRY_CLIENT_SECRET);
  if (!given && !embedded)
    throw new Error(
      'REGISTRY_CLIENT_ID and REGISTRY_CLIENT_SECRET are needed when REGISTRY_BASE_URL is set.',
    );
  const demoClient = { id: 'demo-agent', secret: 'demo-agent-secret' };
  return {
    baseUrl: embedded ? `http://127.0.0.1:${raw.REGISTRY_PORT}` : baseOf(raw.REGISTRY_BASE_URL ?? ''),
    embedded,
    demo,
    port: raw.REGISTRY_PORT,
    environment: raw.REGISTRY_ENVIRONMENT ?? (demo ? 'Demo' : 'Production'),
    timeZone: raw.REGISTRY_TIME_ZONE,
    fixedNow: raw.REGISTRY_CLOCK ? new Date(raw.REGISTRY_CLOCK) : null,
    client: given ?? (demo ? demoClient : savedClient(resolve(raw.DATA_DIR))),
    keepsClient: !given && !demo,
    reader: pair('REGISTRY_READER_CLIENT', raw.REGISTRY_READER_CLIENT_ID, raw.REGISTRY_READER_CLIENT_SECRET),
  };
}

/** REQUIRE_TOTP=1 is the old name of `agent`. Beyond loopback, agent roles need a second factor by default. */
function readSecondFactor(raw: z.output<typeof shape>): SecondFactorRule {
  const { REQUIRE_SECOND_FACTOR: rule, REQUIRE_TOTP: former, HOST: host } = raw;
  if (former === '1' && rule === 'none')
    throw new Error(
      'REQUIRE_SECOND_FACTOR=none and REQUIRE_TOTP=1 contradict each other; remove one of them.',
    );
  const local = isOnLoopback(host);
  return rule ?? (former === '1' || !local ? 'agent' : 'none');
}

function readOidc(raw: z.output<typeof shape>): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = raw;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  secureUrl('OIDC_ISSUER', issuer);
  // Not normalized: an ID token repeats its issuer character by character, a trailing slash included.
  return { issuer, clientId, clientSecret };
}

function readMail({ SMTP_URL: given, MAIL_FROM: from }: z.output<typeof shape>): MailServer | null {
  if (given === undefined && from === undefined) return null;
  if (given === undefined || from === undefined)
    throw new Error('SMTP_URL and MAIL_FROM must be set together.');
  return { url: mailUrl('SMTP_URL', given).href, from };
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

/** The current time for the registry's calendar: the source of "today". */
export const registryNow = (): Date => env().registry.fixedNow ?? new Date();

/**
 * Removes the owner's database address from the environment once the tables are ready: a running dashboard does
 * not need it.
 */
export function forgetOwner(): void {
  delete process.env.DATABASE_OWNER_URL;
}

let secrets: readonly [string, ...string[]] | undefined;

/**
 * NEXTAUTH_SECRET, or one created once and saved in `<DATA_DIR>/auth-secret`, readable only by its owner; then,
 * during a rotation, NEXTAUTH_SECRET_PREVIOUS. The first one signs; either is accepted. Also sets next-auth's
 * own address and turns off its trust in forwarded hosts.
 */
export function authSecrets(): readonly [string, ...string[]] {
  if (secrets === undefined) {
    const { publicUrl, dataDir } = env();
    const current = process.env.NEXTAUTH_SECRET || savedSecret(join(dataDir, 'auth-secret'));
    const previous = process.env.NEXTAUTH_SECRET_PREVIOUS;
    secrets = previous && previous !== current ? [current, previous] : [current];
    process.env.NEXTAUTH_URL = publicUrl;
    delete process.env.AUTH_TRUST_HOST;
    delete process.env.VERCEL;
    delete process.env.NEXTAUTH_URL_INTERNAL;
  }
  return secrets;
}

/** AUDIT_SEAL_KEY, or a key created once and saved in `<DATA_DIR>/audit-seal-key`; 32 bytes in base64url. */
export const checkpointKey = (): string =>
  process.env.AUDIT_SEAL_KEY || savedSecret(join(env().dataDir, 'audit-seal-key'));

/** The same without creating one: null if there is none. */
export function checkpointKeyIfAny(): string | null {
  if (process.env.AUDIT_SEAL_KEY) return process.env.AUDIT_SEAL_KEY;
  return existsSync(join(env().dataDir, 'audit-seal-key')) ? checkpointKey() : null;
}
