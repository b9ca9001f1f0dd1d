import { z } from 'zod';

/** A configuration nobody can start with; the message names the variable. */
export class ConfigurationError extends Error {}

const timeZone = z
  .string()
  .refine((zone) => isTimeZone(zone), 'must be an IANA time zone such as America/New_York');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number');

const publicUrl = z
  .string()
  .refine((text) => isBaseAddress(text), 'must be an http or https address without query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address that starts with postgres:// or postgresql://');

const variables = z.object({
  REGISTRY_PORT: port.default(4010),
  REGISTRY_HOST: z.string().min(1).default('127.0.0.1'),
  REGISTRY_PUBLIC_URL: publicUrl.optional(),
  REGISTRY_DATABASE_URL: databaseUrl.optional(),
  REGISTRY_REPORTS_DATABASE_URL: databaseUrl.optional(),
  REGISTRY_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DRAIN_NOTICE_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number of seconds from 0 to 20')
    .transform(Number)
    .refine((seconds) => seconds <= 20, 'must be a whole number of seconds from 0 to 20')
    .default(0),
  REGISTRY_TIME_ZONE: timeZone.default('America/New_York'),
  REGISTRY_ISSUANCE_MODE: z.enum(['auto', 'manual'], { error: 'must be auto or manual' }).default('auto'),
  REGISTRY_RATE_PER_SECOND: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
    .transform(Number)
    .default(2000),
  REGISTRY_DEMO: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .transform((flag) => flag === '1')
    .optional(),
  REGISTRY_CLOCK: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date-time such as 2026-11-20T15:00:00Z')
    .transform((text) => new Date(text))
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
});

export type RegistryEnv = {
  port: number;
  host: string;
  /** {base_url} in links, without a trailing slash; undefined means http://host:port. */
  publicUrl: string | undefined;
  databaseUrl: string | undefined;
  /** A read replica for report files; undefined: they are drawn from the books themselves. */
  reportsDatabaseUrl: string | undefined;
  /** Who knows it may read the metrics; undefined: this machine alone. */
  metricsToken: string | undefined;
  /** How long readiness says no before the address closes, for whoever spreads requests over several processes. */
  drainNoticeMs: number;
  timeZone: string;
  issuanceMode: 'auto' | 'manual';
  ratePerSecond: number;
  dataDir: string;
  /** Whether demo clients and demo data belong into this database (decisions, "Demo"). */
  demo: boolean;
  /** A clock that stands still, for tests only. */
  fixedNow: Date | undefined;
};

/** Reads the registry's configuration once (decisions, "Configuration"). Throws ConfigurationError naming each wrong variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): RegistryEnv {
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
  return {
    port: env.REGISTRY_PORT,
    host: env.REGISTRY_HOST,
    publicUrl: env.REGISTRY_PUBLIC_URL,
    databaseUrl: env.REGISTRY_DATABASE_URL,
    reportsDatabaseUrl: env.REGISTRY_REPORTS_DATABASE_URL,
    metricsToken: env.REGISTRY_METRICS_TOKEN,
    drainNoticeMs: env.DRAIN_NOTICE_SECONDS * 1000,
    timeZone: env.REGISTRY_TIME_ZONE,
    issuanceMode: env.REGISTRY_ISSUANCE_MODE,
    ratePerSecond: env.REGISTRY_RATE_PER_SECOND,
    dataDir: env.DATA_DIR,
    demo: env.REGISTRY_DEMO ?? env.REGISTRY_DATABASE_URL === undefined,
    fixedNow: env.REGISTRY_CLOCK,
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

function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const bare = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:');
}
