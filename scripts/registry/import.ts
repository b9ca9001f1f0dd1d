import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { controlMeasure } from '#lib/contract/agent/control-total';
import { writeJson } from '#lib/contract/wire/json';
import { formatShares } from '#lib/format/shares';
import { readTotal } from '#lib/register/typed-total';
import { Refusal } from '#lib/sheet/read/refusal';
import { openZip } from '#lib/sheet/read/zip-reader';
import { clockIn } from '#registry/clock';
import { openDatabase, type RegistryDatabase } from '#registry/db/open';
import { readEnv } from '#registry/env';
import { archiveLimits, CannotImport, importArchive } from '#registry/export/into/import-archive';
import { isArchive } from '#registry/export/into/read-manifest';
import type { ArchivedIssuer } from '#registry/export/manifest';
import { type Checked, checkRegister } from '#registry/import/check/check-register';
import type { TypedTotal } from '#registry/import/check/totals';
import { fieldOf } from '#registry/import/fields/class-columns';
import { sheetOf } from '#registry/import/fields/index';
import { listConversions } from '#registry/import/files/conversions-without-file';
import { hasMappings, mappingsFrom } from '#registry/import/files/saved-mappings';
import { countsText, type Finding } from '#registry/import/findings';
import type { OcfOptions } from '#registry/import/ocf/package-to-sheets';
import { isOcfPackage } from '#registry/import/ocf/read-package';
import { type Posted, postRegister } from '#registry/import/post/post-register';
import { CannotUndo, undoRegister } from '#registry/import/post/undo-register';
import { PullStopped } from '#registry/import/pull/errors';
import type { Pulled } from '#registry/import/pull/pull-register';
import { openRegister } from '#registry/import/read/open-register';
import { findingsWorkbook } from '#registry/import/report/findings-workbook';
import { clearProgress, progress, Rejection, readArguments } from './command.ts';
import { pullFrom, pullOptions } from './pull-source.ts';

const usage = `Brings in a register: a workbook of the template, its CSV files in a ZIP archive, a package in the Open Cap Table
Format, or an issuer of another registry that has the same interface. Everything is checked first; the whole register is
posted, or nothing.

  npm run registry:import -- FILE --dry-run [--findings OUT.xlsx] [--json]
  npm run registry:import -- FILE [--accept-warnings REASON] [--findings OUT.xlsx] [--json]
        [--source NAME] (a workbook or CSV files, for both) [--link-known] [--total CLASS,MEASURE=VALUE]…
  npm run registry:import -- PACKAGE.ocf.zip [--issuer N] [--certified-by NAME] [--account-prefix TEXT]
        [--legend ID=CODE]… (and as FILE)
  npm run registry:import -- --from URL --issuer N --folder DIR [--credentials FILE] [--as N] [--kind TEXT] [--rate N]
        [--certified-by NAME] [--account-prefix TEXT] [--without-history] (and as FILE)
  npm run registry:import -- ARCHIVE.zip [--dry-run] [--json]
  npm run registry:import -- --undo ISSUER --reason REASON

--source           takes what was decided on the page about columns and values of this source, where the file names
                   another; without it, of the source that the file names
PACKAGE.ocf.zip    a package in the Open Cap Table Format: its transactions are added up to positions
--issuer           number that the issuer of a package gets here; with --from, the number that it has there
--certified-by     who certified the positions of a package or of another registry
--account-prefix   put before every account number of a package or of another registry
--legend           restriction code of the certificates that have this legend of a package, such as legend-1=R
--from             address of another registry, {base_url} of its interface; only operations that read are used
--folder           keeps the responses, persons included, and the register made of them; the same command continues a
                   pull that was stopped, until the end of the day
--credentials      file with the lines REMOTE_CLIENT_ID=… and REMOTE_CLIENT_SECRET=…, readable by its owner only; without
                   it these two environment variables are read
--as               number that the issuer gets here; default: the one that it has there
--kind             kind of the issuer, such as Delaware corporation; the interface does not give it
--rate             requests a second, 1 to 50; default 4
--without-history  leaves the journal of the other registry out: the books begin on the day of the pull
ARCHIVE.zip        what registry:export wrote with --personal-data: its issuers come back as they were
--dry-run          reads and checks everything and writes nothing
--accept-warnings  posts in spite of warnings; the reason is kept with the conversion
--findings         writes the file as a workbook with a list of all findings, and each as the comment of its cell
--total            a control total that you know from elsewhere, such as "Common,Outstanding=6000000"; it is compared with the
                   rows as those of the file are. Measures: those of the template's list
--link-known       holders whose names, tax id and address are those of a registration here get accounts of that one;
                   without it as was decided on the page, else registrations of their own
--undo             takes the register of an issuer back, as long as nothing was entered since
--json             prints the result as JSON`;

const noSource = '--source is for workbooks and CSV files.';

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      'accept-warnings': { type: 'string' },
      findings: { type: 'string' },
      undo: { type: 'string' },
      reason: { type: 'string' },
      issuer: { type: 'string' },
      'certified-by': { type: 'string' },
      'account-prefix': { type: 'string' },
      legend: { type: 'string', multiple: true },
      source: { type: 'string' },
      'link-known': { type: 'boolean' },
      total: { type: 'string', multiple: true },
      ...pullOptions,
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void console.log(usage);
  if (values.undo !== undefined) return undo(values.undo, values.reason?.trim() ?? '', positionals);
  const isPull = values.from !== undefined;
  const [given, more] = positionals;
  if (isPull === (given !== undefined) || more !== undefined) throw new Rejection(usage);
  if (!isPull && Object.keys(pullOptions).some((name) => Object.hasOwn(values, name)))
    throw new Rejection(
      '--folder, --credentials, --as, --kind, --rate and --without-history are for another registry, with --from.',
    );
  if (isPull && values.source !== undefined) throw new Rejection(noSource);
  if (isPull && values.legend) throw new Rejection('--legend is for packages in the Open Cap Table Format.');
  const accepted = values['accept-warnings']?.trim();
  if (values.findings && existsSync(values.findings))
    throw new Rejection(`${values.findings} exists already. Nothing was read.`);
  const source = values.source?.trim();
  if (source === '') throw new Rejection('Name the source of the decisions, with --source.');
  if (accepted === '') throw new Rejection('Say why the warnings are accepted.');
  const typedTotals = readTotals(values.total ?? []);
  const ocf = isPull ? {} : ocfOptions(values);
  const isStated = ['issuer', 'certified-by', 'account-prefix', 'legend'].some((name) =>
    Object.hasOwn(values, name),
  );
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const database = await openDatabase(env, { connectionsMax: 2, applicationName: 'sharebook import' });
  try {
    const pulled = isPull
      ? await pullFrom(values, process.env, { today: clock.today(), onStep: progress })
      : undefined;
    const path = pulled?.path ?? given!;
    const kind = await kindOf(path);
    if (!isPull && kind !== 'package' && isStated)
      throw new Rejection(
        '--issuer, --certified-by, --account-prefix and --legend are for packages in the Open Cap Table Format.',
      );
    if (source !== undefined && kind !== 'other') throw new Rejection(noSource);
    if (kind === 'archive' && typedTotals.length > 0)
      throw new Rejection('--total is not for archives: their rows are compared with their own digests.');
    if (kind === 'archive') {
      const issuers = await importIssuers(database, path, values['dry-run'] ?? false);
      clearProgress();
      return console.log(
        values.json ? writeJson({ issuers }) : archiveText(issuers, values['dry-run'] ?? false),
      );
    }
    const result = await database.asOwner(async (pool) => {
      if (source !== undefined && !(await hasMappings(pool, source)))
        throw new Rejection(`Nothing was decided for the source "${source}". Nothing was read.`);
      // Staged rows are temporary tables of this connection, and end with it.
      const client = await pool.connect();
      try {
        const began = performance.now();
        const checked = await checkRegister(client, path, {
          ...{ today: clock.today(), onStep: progress, ocf, source, linkKnown: values['link-known'] },
          typedTotals,
          // By the other connection of the pool: rows are copied by that of the check.
          mappingOf: mappingsFrom(pool),
        });
        const seconds = { check: secondsSince(began), post: null };
        const { stop, error, warning } = checked.counts;
        const isPosted =
          !values['dry-run'] && stop + error === 0 && (warning === 0 || accepted !== undefined);
        if (!isPosted) return { checked, posted: null, seconds };
        const options = {
          fileName: basename(path),
          accepted: warning > 0 ? accepted! : '',
          now: clock.now(),
          also: listConversions,
        };
        const postedFrom = performance.now();
        const posted = await postRegister(client, checked, { ...options, onStep: progress });
        return { checked, posted, seconds: { ...seconds, post: secondsSince(postedFrom) } };
      } finally {
        client.release(true);
      }
    });
    if (values.findings) await writeFindings(path, result.checked, values.findings, clock.today(), ocf);
    clearProgress();
    console.log(values.json ? writeJson(resultOf(result, pulled)) : textOf(result, pulled));
    if (!result.posted && !(values['dry-run'] && isSound(result.checked))) process.exitCode = 1;
  } finally {
    await database.release();
  }
}

/** What a package cannot say. */
function ocfOptions(values: {
  issuer?: string;
  'certified-by'?: string;
  'account-prefix'?: string;
  legend?: readonly string[];
}): OcfOptions {
  const { issuer, 'certified-by': certifiedBy, legend = [] } = values;
  if (issuer !== undefined && !isIssuerId(issuer)) throw new Rejection(`"${issuer}" is not an issuer id.`);
  if (certifiedBy?.trim() === '') throw new Rejection('Name who certified the positions.');
  const restrictions = legend.map((text): [string, string] => {
    const at = text.lastIndexOf('=');
    if (at < 1) throw new Rejection(`"${text}" is not a legend with its code, such as legend-1=R.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    issuer,
    certifiedBy: certifiedBy?.trim(),
    accountPrefix: values['account-prefix'],
    restrictions: new Map(restrictions),
  };
}

/** 'Common,Outstanding=6000000' → a control total; the name of a class may have a comma. */
function readTotals(texts: readonly string[]): TypedTotal[] {
  const seen = new Set<string>();
  return texts.map((text) => {
    const equals = text.lastIndexOf('=');
    const comma = text.lastIndexOf(',', equals);
    const name = text.slice(0, Math.max(0, comma)).trim();
    const measure = controlMeasure.safeParse(text.slice(comma + 1, Math.max(0, equals)).trim());
    const value = readTotal(text.slice(equals + 1));
    if (comma < 1 || name === '' || !measure.success || value === null)
      throw new Rejection(
        `"${text}" is not a control total, such as "Common,Outstanding=6000000". Measures: ${controlMeasure.options.join(', ')}.`,
      );
    const total = { class: name, measure: measure.data, value, byEmail: 'Command line' };
    if (seen.has(`${name},${total.measure}`))
      throw new Rejection(`--total "${name},${total.measure}" is given twice.`);
    seen.add(`${name},${total.measure}`);
    return total;
  });
}

const isIssuerId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

async function undo(issuer: string, reason: string, positionals: readonly string[]): Promise<void> {
  if (!isIssuerId(issuer)) throw new Rejection(`"${issuer}" is not an issuer id.`);
  if (reason === '') throw new Rejection('Say why the register is taken back, with --reason.');
  if (positionals.length > 0) throw new Rejection(usage);
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const database = await openDatabase(env, { connectionsMax: 2, applicationName: 'sharebook import' });
  try {
    const { title, holders } = await database.asOwner((pool) =>
      undoRegister(pool, BigInt(issuer), { reason, now: clock.now() }),
    );
    console.log(`Taken back: ${title}, with ${holders} holders.`);
  } catch (error) {
    if (error instanceof CannotUndo) throw new Rejection(error.message);
    throw error;
  } finally {
    await database.release();
  }
}

/** 'other' for a file that is not readable too; what is wrong with it is said by the check. */
async function kindOf(path: string): Promise<'archive' | 'package' | 'other'> {
  const zip = await openZip(path, archiveLimits).catch((error) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!zip) return 'other';
  await zip.close();
  return isArchive(zip) ? 'archive' : isOcfPackage(zip) ? 'package' : 'other';
}

async function importIssuers(
  database: RegistryDatabase,
  path: string,
  isTried: boolean,
): Promise<ArchivedIssuer[]> {
  try {
    return await database.asOwner(async (pool) => {
      const client = await pool.connect();
      try {
        return (await importArchive(client, path, isTried, progress)).issuers;
      } finally {
        client.release(true);
      }
    });
  } catch (error) {
    if (error instanceof CannotImport || error instanceof Refusal)
      throw new Rejection(`${error.message} Nothing was written.`);
    throw error;
  }
}

const archiveText = (issuers: readonly ArchivedIssuer[], isTried: boolean) =>
  [
    ...issuers.map(
      ({ customerIssuerId, name, dataDigest }) => `${customerIssuerId}  ${name}: data digest ${dataDigest}`,
    ),
    isTried ? 'Nothing was written.' : 'Written, and exported again with the same digests.',
  ].join('\n');

/** How long the check and the posting took; null where nothing was posted. */
type Seconds = { check: number; post: number | null };
type Result = { checked: Checked; posted: Posted | null; seconds: Seconds };

const secondsSince = (began: number) => Math.round(performance.now() - began) / 1000;

const isSound = ({ counts }: Checked) => counts.stop + counts.error === 0;

/** Readable by its owner only: it holds the file, persons included. */
async function writeFindings(
  path: string,
  { findings }: Checked,
  out: string,
  date: string,
  ocf: OcfOptions,
): Promise<void> {
  const file = createWriteStream(out, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(
      findingsWorkbook(path, findings, date, (given) => openRegister(given, ocf)),
      file,
    );
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST')
      throw new Rejection(`${out} exists already. No findings were written.`);
    await rm(out, { force: true });
    throw error;
  }
}

const resultOf = ({ checked, posted, seconds }: Result, pulled: Pulled | undefined) => ({
  ...checked,
  byCode: Object.fromEntries(checked.byCode),
  posted,
  seconds,
  ...(pulled && { pulled }),
});

const shownMax = 200;
const severities: readonly Finding['severity'][] = ['stop', 'error', 'warning', 'note'];

function textOf({ checked, posted }: Result, pulled: Pulled | undefined): string {
  const { counts, findings, rows, totals, books, digest } = checked;
  // A package lists what has no place here object by object: what has to be decided comes first.
  const ordered =
    pulled || findings.some(({ source }) => source)
      ? findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
      : findings;
  const shown = ordered.slice(0, shownMax);
  const all = counts.stop + counts.error + counts.warning + counts.note;
  return [
    ...shown.map(lineOf),
    ...(all > shown.length ? [`… and ${all - shown.length} more`] : []),
    ...totals.map(
      (one) =>
        `${one.class}, ${one.measure}: rows ${formatShares(one.counted)}, control total ${formatShares(one.stated)}${one.typedBy ? ' (typed)' : ''}`,
    ),
    `Rows read: ${Object.entries(rows)
      .map(([sheet, count]) => `${sheet} ${count}`)
      .join(', ')}`,
    ...(books
      ? [`Books begin on ${books.from}, with ${books.transactions} transactions of the journal`]
      : []),
    ...decidedLines(checked),
    ...(pulled ? pulledLines(pulled) : []),
    `SHA-256 of the file: ${digest}`,
    `${countsText(counts)}. ${posted ? `Posted: ${posted.title}.` : 'Nothing was written.'}`,
  ].join('\n');
}

/** What was taken from earlier decisions: who approves has to see it. */
function decidedLines({ unknownColumns, unknownValues }: Checked): string[] {
  const columns = unknownColumns.map(({ sheet, header, field, isMapped }) => ({
    ...{ sheet, isMapped, from: header },
    to: fieldOf(sheetOf(sheet), field)?.name ?? 'left out',
  }));
  const values = unknownValues.map(({ sheet, field, value, code, isMapped, here }) => ({
    ...{ sheet, isMapped, to: here === undefined ? code : `${code} ${here}` },
    from: `${sheetOf(sheet).fields.find(({ key }) => key === field)?.name}, ${value}`,
  }));
  return [...columns, ...values]
    .filter(({ isMapped }) => isMapped)
    .map(({ sheet, from, to }) => `As decided before: ${sheetOf(sheet).name}, ${from}: ${to}`);
}

function pulledLines({ path, comparisons, reused }: Pulled): string[] {
  const agreeing = comparisons.filter(({ agrees }) => agrees).length;
  return [
    `Totals of the other registry: ${agreeing} of ${comparisons.length} agree with what was read`,
    ...(reused > 0 ? [`Responses kept by an earlier pull: ${reused}`] : []),
    `Register written to ${path}; delete its folder when you no longer need it`,
  ];
}

function lineOf({ code, severity, sheet, row, field, cell, sentence, source }: Finding): string {
  const place = source
    ? [source.file, source.object, source.property].filter(Boolean).join(', ')
    : [sheet, cell || (row === null ? '' : `row ${row}`), field].filter(Boolean).join(' ');
  return `${severity} ${code}  ${place ? `${place}: ` : ''}${sentence}`;
}

await main().catch((error: Error) => {
  clearProgress();
  const isStopped = error instanceof PullStopped;
  const more = isStopped && !error.isFinal ? ' Run the same command again to continue.' : '';
  console.error(`${error.message}${isStopped ? ' Nothing was written.' : ''}${more}`);
  process.exitCode = error instanceof Rejection || (isStopped && error.isFinal) ? 2 : 1;
});
