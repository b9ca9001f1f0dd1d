// Reads and validates the registry's environment variables.

import { z } from 'zod';
import { withSettings } from '#lib/data-dir/settings';
import { isTimeZone } from '#lib/format/today';
import { isNetwork } from '#lib/net/client-address';
import { allowedBy, type Exposure } from '#lib/net/exposure';
import { isRefusedPort, refusedPortText } from '#lib/net/refused-ports';
import { readApprovalRule, type WorkSettings } from './items/approval/approval-rule.ts';

/** A configuration error; the message names the variable. */
export class ConfigurationError extends Error {}

const timeZone = z
  .string()
  .refine((zone) => isTimeZone(zone), 'must be an IANA time zone such as America/New_York');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number')
  .refine((value) => !isRefusedPort(value), refusedPortText);

const publicUrl = z
  .string()
  .refine((text) => isBaseAddress(text), 'must be an http or https address without query or fragment')
  .transform((text) => text.replace(/^(.*[^/])?\/*$/s, '$1'));

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address that starts with postgres:// or postgresql://');

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' });

const variables = z.object({
  REGISTRY_PORT: port.default(4010),
  REGISTRY_HOST: z.string().min(1).default('127.0.0.1'),
  REGISTRY_PUBLIC_URL: publicUrl.optional(),
  REGISTRY_DASHBOARD_URL: publicUrl.optional(),
  REGISTRY_DATABASE_URL: databaseUrl.optional(),
  REGISTRY_DATABASE_OWNER_URL: databaseUrl.optional(),
  REGISTRY_REPORTS_DATABASE_URL: databaseUrl.optional(),
  REGISTRY_SIGNING_KEY_FILE: z.string().min(1, 'must be the path of a PEM file').optional(),
  REGISTRY_SIGNING_KEY_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  REGISTRY_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  REGISTRY_TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isNetwork), 'must list addresses or networks such as 10.0.0.0/8')
    .optional(),
  REGISTRY_METRICS_PORT: port.refine((value) => value > 0, 'must be a port number').optional(),
  DRAIN_NOTICE_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number of seconds from 0 to 20')
    .transform(Number)
    .refine((seconds) => seconds <= 20, 'must be a whole number of seconds from 0 to 20')
    .default(0),
  READER_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of seconds from 1 to 3600')
    .transform(Number)
    .refine((seconds) => seconds <= 3600, 'must be a whole number of seconds from 1 to 3600')
    .default(60),
  REGISTRY_TIME_ZONE: timeZone.default('America/New_York'),
  REGISTRY_ISSUANCE_MODE: z.enum(['auto', 'manual'], { error: 'must be auto or manual' }).default('auto'),
  REGISTRY_APPROVAL: z
    .string()
    .transform((text, ctx) => {
      const rule = readApprovalRule(text);
      if (rule) return rule;
      ctx.addIssue({
        code: 'custom',
        message: 'must be none, all or above: and a number of shares, such as above:10000',
      });
      return z.NEVER;
    })
    .optional(),
  REGISTRY_CUTOFF: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 16:00')
    .default('16:00'),
  REGISTRY_RATE_PER_SECOND: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
    .transform(Number)
    .default(2000),
  REGISTRY_DEMO: flag.transform((given) => given === '1').optional(),
  ALLOW_DEMO_BEYOND_LOOPBACK: flag.default('0'),
  ALLOW_PLAIN_HTTP: flag.default('0'),
  ALLOW_DATABASE_SUPERUSER: flag.default('0'),
  ALLOW_PULL_FROM_LOOPBACK: flag.default('0'),
  REGISTRY_CLOCK: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date-time such as 2026-11-20T15:00:00Z')
    .transform((text) => new Date(text))
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
});

/** As the command registry:import, so that another registry is not loaded. */
const pullRate = 4;

export type RegistryEnv = {
  port: number;
  host: string;
  /** {base_url} in links, without a trailing slash; undefined: http://host:port. */
  publicUrl: string | undefined;
  /** Where users reach the dashboard, without a trailing slash; undefined: files have no links to its pages. */
  dashboardUrl: string | undefined;
  /** Decides whether the server may listen beyond loopback. */
  exposure: Exposure;
  databaseUrl: string | undefined;
  /**
   * Connects as the owner of the tables, for migrations and bulk loads; undefined: `databaseUrl` is the owner.
   */
  databaseOwnerUrl: string | undefined;
  /** A read replica for report files; undefined: reports read the primary database. */
  reportsDatabaseUrl: string | undefined;
  /** PEM file of the key that seals files; undefined: one is made in `dataDir`. */
  signingKeyFile: string | undefined;
  /** Opens the key where it is encrypted, and encrypts one that is made; undefined: it is not. */
  signingKeyPassphrase: string | undefined;
  /** Token for reading the metrics at the registry's own address; undefined: no access. */
  metricsToken: string | undefined;
  /** Trusted proxies, addresses or networks: their X-Forwarded-For is used. Default none. */
  trustedProxies: readonly string[];
  /** Port on this machine that serves the metrics without a token; undefined: none. */
  metricsPort: number | undefined;
  /** How long readiness fails before the port closes, so that a load balancer can stop sending requests. */
  drainNoticeMs: number;
  /** A connection whose client reads nothing of a response for this long is ended. */
  readerMs: number;
  timeZone: string;
  issuanceMode: 'auto' | 'manual';
  work: WorkSettings;
  ratePerSecond: number;
  dataDir: string;
  /** Whether demo data is loaded and demo clients work. Their secrets are published. */
  demo: boolean;
  /** Whether users may pull the register of a registry on this machine, and requests a second. */
  pullSettings: { fromLoopback: boolean; ratePerSecond: number };
  /** A fixed clock, for tests only. */
  fixedNow: Date | undefined;
};

/**
 * Reads the registry's configuration once: the environment, and below it the settings that `npm run setup` wrote.
 * Throws ConfigurationError that names each wrong variable.
 */
export function readEnv(source: Record<string, string | undefined> = withSettings(process.env)): RegistryEnv {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigurationError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join(' '),
    );
  }
  const env = parsed.data;
  if (env.REGISTRY_CLOCK && given.NODE_ENV !== 'test') {
    throw new ConfigurationError('REGISTRY_CLOCK may be set only together with NODE_ENV=test.');
  }
  if (env.REGISTRY_DATABASE_OWNER_URL && !env.REGISTRY_DATABASE_URL) {
    throw new ConfigurationError(
      'REGISTRY_DATABASE_OWNER_URL needs REGISTRY_DATABASE_URL: the same database, with the role the registry works as.',
    );
  }
  const demo = env.REGISTRY_DEMO ?? env.REGISTRY_DATABASE_URL === undefined;
  return {
    port: env.REGISTRY_PORT,
    host: env.REGISTRY_HOST,
    publicUrl: env.REGISTRY_PUBLIC_URL,
    dashboardUrl: env.REGISTRY_DASHBOARD_URL,
    exposure: {
      listen: { name: 'REGISTRY_HOST', host: env.REGISTRY_HOST },
      demo,
      address: { name: 'REGISTRY_PUBLIC_URL', url: env.REGISTRY_PUBLIC_URL ?? 'http:' },
      allowed: allowedBy(env),
    },
    databaseUrl: env.REGISTRY_DATABASE_URL,
    databaseOwnerUrl: env.REGISTRY_DATABASE_OWNER_URL,
    reportsDatabaseUrl: env.REGISTRY_REPORTS_DATABASE_URL,
    signingKeyFile: env.REGISTRY_SIGNING_KEY_FILE,
    signingKeyPassphrase: env.REGISTRY_SIGNING_KEY_PASSPHRASE,
    metricsToken: env.REGISTRY_METRICS_TOKEN,
    trustedProxies: env.REGISTRY_TRUSTED_PROXIES ?? [],
    metricsPort: env.REGISTRY_METRICS_PORT,
    drainNoticeMs: env.DRAIN_NOTICE_SECONDS * 1000,
    readerMs: env.READER_SECONDS * 1000,
    timeZone: env.REGISTRY_TIME_ZONE,
    issuanceMode: env.REGISTRY_ISSUANCE_MODE,
    // In the demo two people work the queue.
    work: { approval: env.REGISTRY_APPROVAL ?? (demo ? 'all' : 'none'), cutoff: env.REGISTRY_CUTOFF },
    ratePerSecond: env.REGISTRY_RATE_PER_SECOND,
    dataDir: env.DATA_DIR,
    demo,
    pullSettings: { fromLoopback: env.ALLOW_PULL_FROM_LOOPBACK === '1', ratePerSecond: pullRate },
    fixedNow: env.REGISTRY_CLOCK,
  };
}

/**
 * Removes the owner's database address from the environment once the tables are ready; otherwise worker
 * processes would inherit it.
 */
export function forgetOwner(): void {
  delete process.env.REGISTRY_DATABASE_OWNER_URL;
}

function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const bare = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:');
}
