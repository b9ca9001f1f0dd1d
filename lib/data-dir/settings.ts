import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The variables that `npm run setup` writes. Secrets and addresses of databases stay in the environment. */
export const settingNames = [
  'REGISTRY_DEMO',
  'REGISTRY_TIME_ZONE',
  'REGISTRY_CUTOFF',
  'REGISTRY_APPROVAL',
  'REQUIRE_SECOND_FACTOR',
  'BACKUP_DIR',
] as const;

const shape = z.strictObject({
  version: z.literal(1),
  /** `unfinished` while setup is at work, and after it was stopped halfway. */
  state: z.enum(['unfinished', 'finished']),
  variables: z.partialRecord(z.enum(settingNames), z.string().min(1).max(4096)),
  /** What setup was told, for its next run; removed when it has finished. */
  given: z.record(z.string(), z.string().max(4096)).optional(),
});

/** The settings of an installation, as its file holds them. */
export type Settings = z.output<typeof shape>;

const sizeMax = 65_536;

export const settingsFile = (dataDir: string) => join(dataDir, 'settings.json');

/** The settings in a data folder; null when it has none. Throws an Error that names the file and the field. */
export function readSettings(dataDir: string): Settings | null {
  const file = settingsFile(dataDir);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  if (text.length > sizeMax) throw new Error(`${file} is larger than 64 KB. Restore it, or run setup again.`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not valid JSON. Correct it.`);
  }
  const parsed = shape.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])];
  throw new Error(
    `${file}: ${field.join('.') || 'the content'} is not usable (${issue?.message}). Correct it.`,
  );
}

/** Writes the settings, readable only by their owner. The file is replaced as a whole, or not at all. */
export function writeSettings(dataDir: string, settings: Settings): void {
  const file = settingsFile(dataDir);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

type Variables = Record<string, string | undefined>;

/** The environment with the settings of its DATA_DIR below it: a variable that is set and not empty wins. */
export function withSettings(environment: Variables): Variables {
  const settings = readSettings(environment.DATA_DIR || '.data');
  if (!settings) return environment;
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...settings.variables, ...Object.fromEntries(set) };
}
