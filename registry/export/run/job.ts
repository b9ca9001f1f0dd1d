// Makes the file of an export; runs in a worker process.

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { writeJson } from '#lib/contract/wire/json';
import { withTransaction } from '#lib/postgres/pool';
import { addStep } from '#registry/import/files/register-file-rows';
import { byActor, ended, type Job, Unusable } from '#registry/import/work/job';
import { type Issuer, listIssuers } from '#registry/queries/issuers';
import { archiveEntries, countFiles, stampOf } from '../export.ts';
import type { Manifest } from '../manifest.ts';
import { type PackageSummary, packageEntries } from '../ocf/package-entries.ts';
import { registerWorkbook, type WorkbookSummary } from '../workbook/register-workbook.ts';
import { type ExportForm, type WrittenFile, writeArchiveFile, writeWhole } from '../write-file.ts';
import { type ExportOutcome, type ExportRow, issuersOf } from './export-rows.ts';
import { openParts } from './parts.ts';

export type ExportJob = Omit<Job, 'file'> & { file: ExportRow };

/** A user asked to stop. */
class Stopped extends Error {}

const tellEveryMs = 500;

/** Where the file of an export is once it is whole. */
export const archivePathOf = ({ folder }: Pick<Job, 'folder'>, fileId: number): string =>
  join(folder.exportPathOf(fileId), 'whole.zip');

/**
 * Makes the file of an export as the command line does, from one snapshot. An archive keeps its parts on the disk, so
 * that after an interruption those whose books are unchanged are not read again; the other forms are made from the
 * beginning.
 */
export async function exportJob(job: ExportJob): Promise<void> {
  const { client, file, pool, folder } = job;
  const path = archivePathOf(job, file.id);
  await mkdir(folder.exportPathOf(file.id), { recursive: true, mode: 0o700 });
  // The file is not complete as long as its row does not say so.
  for (const name of await readdir(folder.exportPathOf(file.id)))
    if (name !== 'parts') await rm(join(folder.exportPathOf(file.id), name), { force: true });
  try {
    await client.query('begin isolation level repeatable read read only');
    const issuers = await issuersIn(client, file);
    const { written, outcome } = await makers[file.form](job, issuers, path);
    await client.query('commit');
    // Before the row says that the file is complete: a crash in between makes it again, and leaves nothing behind.
    await rm(partsFolder(job), { force: true, recursive: true });
    await withTransaction(pool, async (db) => {
      await db.query(
        `update register_file set state = 'Complete', bytes = $2, sha256 = $3, version = version + 1, problem = '',
                is_stopping = false, ${ended} where id = $1 and state = 'Preparing' and work = 'export'`,
        [file.id, written.bytes, written.sha256],
      );
      await db.query('update register_export set outcome = $2, parts_done = parts_total where file_id = $1', [
        file.id,
        writeJson(outcome),
      ]);
      await db.query('delete from register_export_part where file_id = $1', [file.id]);
      await addStep(db, file.id, { ...byActor(job), kind: 'Completed', text: written.sha256 });
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    await withTransaction(pool, async (db) => {
      await db.query(
        `update register_file set version = version + 1, is_stopping = false, ${ended} where id = $1`,
        [file.id],
      );
      await addStep(db, file.id, { ...byActor(job), kind: 'ExportStopped', text: '' });
    });
  }
}

const partsFolder = ({ folder, file }: ExportJob) => join(folder.exportPathOf(file.id), 'parts');

async function issuersIn(client: PoolClient, file: ExportRow): Promise<Issuer[]> {
  const named = issuersOf(file).map(({ customerIssuerId }) => customerIssuerId);
  const issuers = await listIssuers(client, new Set(named));
  const gone = named.find((id) => !issuers.some(({ customerId }) => customerId === id));
  if (gone !== undefined) throw new Unusable(`There is no issuer ${gone} any more.`);
  return issuers;
}

type Made = { written: WrittenFile; outcome: ExportOutcome };

async function archive(job: ExportJob, issuers: readonly Issuer[], path: string): Promise<Made> {
  const { pool, client, file } = job;
  const progress = teller(job);
  const stamps = new Map<string, string>();
  for (const { id, customerId } of issuers) stamps.set(String(customerId), await stampOf(client, id));
  const ids = issuers.map(({ id }) => id);
  await pool.query('update register_export set parts_done = 0, parts_total = $2 where file_id = $1', [
    file.id,
    await countFiles(client, ids, file.variant),
  ]);
  const parts = await openParts({
    ...{ db: pool, fileId: file.id, folder: partsFolder(job), stamps },
    onPiece: progress.rows,
    onPart: progress.part,
  });
  let manifest: Manifest | undefined;
  const entries = archiveEntries(
    client,
    {
      issuers: issuers.map(({ customerId }) => customerId),
      variant: file.variant,
      createdAt: job.now().toISOString(),
      asOf: file.as_of,
      onStep: ({ issuer, what }) => progress.step(`${issuer}: ${what}`),
      through: (name, source, rows) => (name.includes('/') ? parts.through(name, source, rows) : source),
    },
    (one) => {
      manifest = one;
    },
  );
  const written = await writeArchiveFile(entries, path);
  const { files, issuers: archived } = manifest!;
  return {
    written,
    outcome: {
      issuers: archived.map(({ customerIssuerId, name, dataDigest }) => ({
        ...{ customerIssuerId, name, dataDigest },
      })),
      files: files.length,
      rows: files.reduce((sum, { path, rows }) => sum + (path.includes('/data/') ? (rows ?? 0) : 0), 0),
      documents: files.filter((one) => one.path.includes('/documents/')).length,
      listed: archived.flatMap(({ name, notInPackage }) => notInPackage.map((line) => `${name}: ${line}`)),
    },
  };
}

async function openCapTable(job: ExportJob, [issuer]: readonly Issuer[], path: string): Promise<Made> {
  const { client, file } = job;
  const progress = teller(job);
  let summary: PackageSummary | undefined;
  const entries = packageEntries(
    client,
    {
      ...{ issuerId: issuer!.id, variant: file.variant, asOf: job.today },
      ...{ generatedAt: job.now().toISOString(), formation: { on: undefined, in: undefined } },
    },
    (one) => {
      summary = one;
    },
  );
  const told = async function* () {
    for await (const entry of entries) {
      progress.step(`${issuer!.name}: ${entry.name}`);
      await progress.rows(0);
      yield entry;
    }
  };
  const written = await writeArchiveFile(told(), path);
  const { files, listed } = summary!;
  return {
    written,
    outcome: {
      issuers: [{ customerIssuerId: issuer!.customerId, name: issuer!.name, dataDigest: null }],
      // The manifest is one more.
      files: Object.keys(files).length + 1,
      rows: Object.values(files).reduce((sum, count) => sum + count, 0),
      documents: 0,
      listed,
    },
  };
}

async function workbook(job: ExportJob, [issuer]: readonly Issuer[], path: string): Promise<Made> {
  const { client, file } = job;
  const progress = teller(job);
  let summary: WorkbookSummary | undefined;
  const bytes = registerWorkbook(
    client,
    {
      ...{ issuer: issuer!, variant: file.variant, asOf: job.today },
      onSheet: (name) => progress.step(`${issuer!.name}: ${name}`),
    },
    (one) => {
      summary = one;
    },
  );
  const told = async function* () {
    for await (const piece of bytes) {
      yield piece;
      await progress.rows(0);
    }
  };
  const written = await writeWhole(told(), path);
  return {
    written,
    outcome: {
      issuers: [{ customerIssuerId: issuer!.customerId, name: issuer!.name, dataDigest: null }],
      files: 1,
      rows: Object.values(summary!.sheets).reduce((sum, count) => sum + count, 0),
      documents: 0,
      listed: summary!.listed,
    },
  };
}

const makers: Record<ExportForm, typeof archive> = {
  Archive: archive,
  OpenCapTable: openCapTable,
  Workbook: workbook,
};

/** Writes the progress a few times a second at most, by another connection, and throws Stopped when that was asked. */
function teller({ pool, file }: ExportJob) {
  let text = '';
  let done = 0;
  let rowsBefore = 0;
  let rowsNow = 0;
  let madeHere = false;
  let toldAt = 0;
  async function tell(isDue: boolean) {
    if (!isDue && Date.now() - toldAt < tellEveryMs) return;
    toldAt = Date.now();
    // A part that was made shows that an earlier interruption was not because of the data.
    const { rows } = await pool.query<{ is_stopping: boolean }>(
      `update register_file set work_step = $2, work_rows = $3, attempts = case when $4 then 1 else attempts end
        where id = $1 returning is_stopping`,
      [file.id, text, rowsBefore + rowsNow, madeHere],
    );
    await pool.query('update register_export set parts_done = $2 where file_id = $1', [file.id, done]);
    if (rows[0]?.is_stopping) throw new Stopped();
  }
  return {
    step(what: string) {
      text = what;
      rowsBefore += rowsNow;
      rowsNow = 0;
    },
    async rows(rows: number) {
      rowsNow = rows;
      await tell(false);
    },
    async part(isNew: boolean, rows: number) {
      done += 1;
      rowsNow = rows;
      madeHere ||= isNew;
      await tell(false);
    },
  };
}
