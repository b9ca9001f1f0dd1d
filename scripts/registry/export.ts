import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Variant } from '#lib/contract/agent/register-export';
import { writeJson } from '#lib/contract/wire/json';
import { isDate } from '#lib/format/dates';
import type { ZipEntry } from '#lib/sheet/zip-stream';
import { clockIn } from '#registry/clock';
import { openDatabase, type RegistryDatabase } from '#registry/db/open';
import { inSnapshot, streamSnapshot } from '#registry/db/session';
import { readEnv } from '#registry/env';
import { archiveEntries, type ExportOptions } from '#registry/export/export';
import type { Manifest } from '#registry/export/manifest';
import { CannotWrite, type Formation } from '#registry/export/ocf/objects';
import { type PackageSummary, packageEntries } from '#registry/export/ocf/package-entries';
import { registerWorkbook, type WorkbookSummary } from '#registry/export/workbook/register-workbook';
import { type ExportForm, exportName, writeArchiveFile, writeWhole } from '#registry/export/write-file';
import { writtenVersion } from '#registry/import/ocf/definitions';
import { type Issuer, listIssuers } from '#registry/queries/issuers';
import {
  clearProgress,
  issuerId,
  progress,
  Rejection,
  readArguments,
  rejectionIs2,
  runCommand,
} from './command.ts';

const usage = `Writes the whole register of issuers into one archive: every table as CSV with a data dictionary, the documents of
items, a package and a workbook of each issuer, and a manifest of SHA-256 digests. Reads only, in one snapshot; the
registry may run meanwhile.

  npm run registry:export -- (--issuer N… | --all) --out FILE.zip|FOLDER [--personal-data | --masked] [--json]
  npm run registry:export -- (--issuer N… | --all) --dry-run [--personal-data | --masked] [--json]

  npm run registry:export -- --issuer N --format ocf [--out FILE.ocf.zip|FOLDER] [--personal-data | --masked] [--json]
        [--formed-on YYYY-MM-DD] [--formed-in US-DE]
  npm run registry:export -- --issuer N --format workbook [--out FILE.xlsx|FOLDER] [--personal-data | --masked] [--dry-run] [--json]

--out            a file that does not exist, or a folder, in which the file is named by issuer and day
--personal-data  names, addresses, tax ids, access codes and documents too
--masked         names and addresses too, and tax ids with their last four digits; access codes and documents are left
                 out. Without either, all personal data is left out
--dry-run        reads everything and shows what the archive would hold, and writes nothing
--json           prints the manifest
--format ocf     writes one issuer as a package in the Open Cap Table Format, by default into this folder, and lists what
                 has no place in that format; with --masked without tax ids; without personal data holders are named by
                 their account numbers
--format workbook  writes one issuer as a workbook in the form of the template, which registry:import reads, by default into
                 this folder, and lists what only an archive carries; without personal data as a package
--formed-on      day of formation of the issuer, which the format requires and the registry does not keep
--formed-in      country, and state, of formation`;

async function main(): Promise<void> {
  const values = readValues();
  if (values.help) return void console.log(usage);
  if (values.format !== undefined) return writeOne(values);
  if (!values.all === !values.issuer?.length)
    throw new Rejection(`Name issuers with --issuer, or say --all.\n\n${usage}`);
  if (!values.out === !values['dry-run']) throw new Rejection(`Say either --out or --dry-run.\n\n${usage}`);
  const named = values.issuer?.map(issuerId);
  const variant = variantOf(values);
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const database = await openDatabase(env, { connectionsMax: 1, applicationName: 'sharebook export' });
  try {
    const issuers = await inSnapshot(database.pool, (client) =>
      listIssuers(client, named ? new Set(named) : 'all'),
    );
    const missing = named?.find((id) => !issuers.some(({ customerId }) => customerId === id));
    if (missing !== undefined) throw new Rejection(`There is no issuer ${missing}.`);
    if (issuers.length === 0) throw new Rejection('There is no issuer.');
    const options: ExportOptions = {
      issuers: issuers.map(({ customerId }) => customerId),
      variant,
      createdAt: clock.now().toISOString(),
      asOf: clock.today(),
      onStep,
    };
    const path = values.out ? await pathOf(values.out, issuers, clock.today()) : undefined;
    const manifest = path ? await writeArchive(database, options, path) : await tryArchive(database, options);
    clearProgress();
    console.log(values.json ? writeJson(manifest) : summary(manifest, path));
  } finally {
    await database.release();
  }
}

/** Writes one issuer in a form other than the archive. */
async function writeOne(values: ReturnType<typeof readValues>): Promise<void> {
  const [named, more] = values.issuer ?? [];
  const form = forms.get(values.format!);
  if (!form)
    throw new Rejection(`"${values.format}" is not a format that is known: ${[...forms.keys()].join(', ')}.`);
  if (!named || more !== undefined || values.all)
    throw new Rejection(
      `A ${form === 'Workbook' ? 'workbook' : 'package'} has one issuer: name it with --issuer.`,
    );
  const formation = formationOf(values, form);
  const variant = variantOf(values);
  const customerId = issuerId(named);
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const database = await openDatabase(env, { connectionsMax: 1, applicationName: 'sharebook export' });
  try {
    const issuers = await inSnapshot(database.pool, (client) => listIssuers(client, new Set([customerId])));
    const [issuer] = issuers;
    if (!issuer) throw new Rejection(`There is no issuer ${customerId}.`);
    const asOf = clock.today();
    const path = values['dry-run'] ? undefined : await pathOf(values.out ?? '.', issuers, asOf, form);
    const write = form === 'Workbook' ? writeRegisterWorkbook : writePackage;
    const generatedAt = clock.now().toISOString();
    const summary = await write(database, { issuer, variant, asOf, generatedAt, formation }, path);
    clearProgress();
    console.log(
      values.json ? writeJson({ ...summary, variant, path: path ?? null }) : oneText(summary, variant, path),
    );
  } catch (error) {
    if (error instanceof CannotWrite) throw new Rejection(error.message);
    throw error;
  } finally {
    await database.release();
  }
}

function variantOf({ 'personal-data': isFull, masked }: ReturnType<typeof readValues>): Variant {
  if (isFull && masked) throw new Rejection('Say either --personal-data or --masked.');
  if (isFull) return 'Full';
  return masked ? 'Masked' : 'Plain';
}

const forms = new Map<string, ExportForm>([
  ['ocf', 'OpenCapTable'],
  ['workbook', 'Workbook'],
]);

function formationOf(values: ReturnType<typeof readValues>, form: ExportForm): Formation {
  const { 'formed-on': on, 'formed-in': place } = values;
  if (form === 'Workbook' && (on ?? place) !== undefined)
    throw new Rejection('--formed-on and --formed-in belong to --format ocf.');
  if (on !== undefined && !isDate(on)) throw new Rejection(`"${on}" is not a day such as 2019-05-01.`);
  if (place !== undefined && !/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/.test(place))
    throw new Rejection(`"${place}" is not a country, or country and state, such as US-DE.`);
  return { on, in: place };
}

type One = {
  issuer: Issuer;
  variant: Variant;
  asOf: string;
  generatedAt: string;
  formation: Formation;
};

/** Writes an issuer as a package in the Open Cap Table Format. */
async function writePackage(
  database: RegistryDatabase,
  { issuer, ...options }: One,
  path: string | undefined,
): Promise<PackageSummary> {
  let summary: PackageSummary | undefined;
  const entries = streamSnapshot(database.pool, (client) =>
    packageEntries(client, { issuerId: issuer.id, ...options }, (one) => {
      summary = one;
    }),
  );
  if (path) await writeArchiveFile(entries, path, () => refuseExisting(path));
  else await readThrough(entries);
  return summary!;
}

/** Writes an issuer as a workbook in the form of the template. */
async function writeRegisterWorkbook(
  database: RegistryDatabase,
  { issuer, variant, asOf }: One,
  path: string | undefined,
): Promise<WorkbookSummary> {
  let summary: WorkbookSummary | undefined;
  const onSheet = (what: string) => onStep({ issuer: issuer.name, what });
  const bytes = streamSnapshot(database.pool, (client) =>
    registerWorkbook(client, { issuer, variant, asOf, onSheet }, (one) => {
      summary = one;
    }),
  );
  if (path) await writeWhole(bytes, path, () => refuseExisting(path));
  else for await (const _ of bytes);
  return summary!;
}

const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const personalText: Record<Variant, string> = { Full: 'included', Masked: 'masked', Plain: 'left out' };

function oneText(
  summary: PackageSummary | WorkbookSummary,
  variant: Variant,
  path: string | undefined,
): string {
  const { issuer, listed } = summary;
  return [
    ...('files' in summary
      ? [
          `${issuer}: Open Cap Table Format ${writtenVersion}, ${counted(summary.files)}`,
          'Not in the package:',
        ]
      : [`${issuer}: ${counted(summary.sheets)}`, 'Only an archive carries:']),
    ...listed.map((line) => `  ${line}`),
    `Personal data: ${personalText[variant]}.`,
    path ? `Written to ${path}` : 'Nothing was written.',
  ].join('\n');
}

/** The file of the archive: the one named, or one in the folder named. It must not exist. */
async function pathOf(
  out: string,
  issuers: readonly Issuer[],
  today: string,
  form: ExportForm = 'Archive',
): Promise<string> {
  const isFolder = (await stat(out).catch(() => undefined))?.isDirectory() ?? !/\.(?:zip|xlsx)$/i.test(out);
  const path = isFolder ? join(out, exportName(issuers, today, form)) : out;
  await refuseExisting(path);
  await mkdir(dirname(path), { recursive: true });
  return path;
}

async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined))
    throw new Rejection(`${path} exists already. Nothing was written.`);
}

async function writeArchive(
  database: RegistryDatabase,
  options: ExportOptions,
  path: string,
): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const entries = streamSnapshot(database.pool, (client) =>
    archiveEntries(client, options, (one) => {
      manifest = one;
    }),
  );
  await writeArchiveFile(entries, path, () => refuseExisting(path));
  return manifest!;
}

async function readThrough(entries: AsyncIterable<ZipEntry>): Promise<void> {
  for await (const { data } of entries) if (!(data instanceof Uint8Array)) for await (const _ of data);
}

async function tryArchive(database: RegistryDatabase, options: ExportOptions): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const entries = streamSnapshot(database.pool, (client) =>
    archiveEntries(client, options, (one) => {
      manifest = one;
    }),
  );
  await readThrough(entries);
  return manifest!;
}

const variantText: Record<Variant, string> = {
  Full: 'Personal data is included: protect the archive as you protect the database.',
  Masked:
    'Personal data is included. Tax ids have their last four digits only; access codes and documents are left out.',
  Plain: 'Personal data and documents are left out.',
};

function summary({ issuers, files, variant }: Manifest, path: string | undefined): string {
  const rows = (folder: string) =>
    files
      .filter((file) => file.path.startsWith(`${folder}/data/`))
      .reduce((sum, file) => sum + (file.rows ?? 0), 0);
  const documents = (folder: string) =>
    files.filter((file) => file.path.startsWith(`${folder}/documents/`)).length;
  return [
    ...issuers.map(
      ({ folder, name, dataDigest }) =>
        `${folder}  ${name}: ${rows(folder)} rows, ${documents(folder)} documents, data digest ${dataDigest}`,
    ),
    variantText[variant],
    'What has no place in the Open Cap Table packages is listed in manifest.json, under notInPackage.',
    path ? `Written to ${path}` : 'Nothing was written.',
  ].join('\n');
}

const readValues = () =>
  readArguments(usage, {
    options: {
      issuer: { type: 'string', multiple: true },
      all: { type: 'boolean' },
      format: { type: 'string' },
      'formed-on': { type: 'string' },
      'formed-in': { type: 'string' },
      out: { type: 'string' },
      'personal-data': { type: 'boolean' },
      masked: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  }).values;

const onStep = ({ issuer, what }: { issuer: string; what: string }) => progress(`${issuer}: ${what}`);

await runCommand(main, rejectionIs2);
