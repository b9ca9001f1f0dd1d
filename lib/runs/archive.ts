import 'server-only';
import { createHash } from 'node:crypto';
import { writeZip } from '../sheet/zip.ts';
import type { Pack } from './batch-rows.ts';
import { streamFile } from './serve.ts';

/** A file of an archive. All fields are known before its first byte. */
export type ArchiveFile = {
  name: string;
  path: string;
  issuer: number | null;
  issuerName: string | null;
  report: string;
  title: string;
  asOf: string | null;
  inputs: Record<string, unknown>;
  bytes: number;
  sha256: string;
  /** Of the list in it, where the file states one. */
  contentSha256: string | null;
  run: string;
};

/** A report that is missing from the archive, and why. */
export type ArchiveGap = Pick<ArchiveFile, 'issuer' | 'issuerName' | 'report' | 'title' | 'inputs'> & {
  run: string | null;
  code: string;
  reason: string;
};

/** What the files of a pack are about, as its manifest has it. */
export type ArchivePack = Omit<Pack, 'names'> & { format: string };

export type Archive = {
  batch: string;
  madeFor: string;
  /** 'yyyy-mm-dd' of the day of the request. */
  day: string;
  environment: string;
  files: readonly ArchiveFile[];
  failed: readonly ArchiveGap[];
  /** Of a record date or a month end. */
  pack?: ArchivePack;
};

const large = 0xf000_0000;

/**
 * The archive as a ZIP stream: first the manifest as JSON and as text, then every file as saved. One chunk in
 * memory. The stream is aborted when a file's bytes differ from its recorded digest.
 */
export function writeArchive(archive: Archive): AsyncGenerator<Uint8Array> {
  return writeZip(entries(archive), { date: archive.day });
}

function* entries(archive: Archive) {
  const manifests = [
    { name: 'manifest.json', data: Buffer.from(manifestJson(archive)) },
    { name: 'manifest.txt', data: Buffer.from(manifestText(archive)) },
  ];
  yield* manifests;
  if (archive.pack) yield { name: 'SHA256SUMS', data: Buffer.from(checksums(manifests, archive.files)) };
  for (const file of archive.files) {
    // Spreadsheets and PDFs are already compressed.
    yield { name: file.name, data: checked(file), store: true, large: file.bytes >= large };
  }
}

/** One line for each file of a pack, in the form that `sha256sum -c SHA256SUMS` reads. */
function checksums(
  manifests: readonly { name: string; data: Buffer }[],
  files: readonly ArchiveFile[],
): string {
  const own = manifests.map(({ name, data }) => ({
    name,
    sha256: createHash('sha256').update(data).digest('hex'),
  }));
  return [...own, ...files].map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

async function* checked(file: ArchiveFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const stream = streamFile(file.path, 0, file.bytes) as unknown as AsyncIterable<Uint8Array>;
  for await (const piece of stream) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== file.sha256)
    throw new Error(`The bytes of ${file.name} are not those recorded.`);
}

function manifestJson({ files, failed, ...head }: Archive): string {
  const listed = files.map(({ path: _path, ...file }) => file);
  return `${JSON.stringify({ ...head, files: listed, failed }, null, 2)}\n`;
}

const ownerOf = ({ issuer, issuerName }: Pick<ArchiveFile, 'issuer' | 'issuerName'>) =>
  issuer === null ? 'All issuers' : issuerName ? `${issuerName} (${issuer})` : `Issuer ${issuer}`;

const inputsOf = (inputs: Record<string, unknown>) =>
  Object.entries(inputs)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('; ');

function packText({ title, className, record, isPreview, dates, verdict, notes }: ArchivePack): string[] {
  return [
    `${isPreview ? 'Preview. ' : ''}${title}${className && !title.includes(className) ? ` · ${className}` : ''}`,
    `Every figure is as of ${record}, close of business.`,
    verdict ? verdict.sentence : 'Whether the books are in proof was not read.',
    '',
    'Dates',
    '',
    ...dates.map(
      ({ label, from, to, note }) => `${label}: ${from}${to ? ` to ${to}` : ''}${note && `. ${note}`}`,
    ),
    '',
    ...notes.map((note) => `- ${note}`),
    '- Check with: sha256sum -c SHA256SUMS. Every part can also be dropped on the page Verify a file.',
    '',
  ];
}

function manifestText({ batch, madeFor, day, environment, files, failed, pack }: Archive): string {
  const missing = pack?.missing ?? [];
  const lines = [
    'Files of this archive',
    '',
    ...(pack ? packText(pack) : []),
    `Created for ${madeFor}, requested on ${day}, registry: ${environment}`,
    `Batch ${batch}: ${files.length} of ${files.length + failed.length} reports`,
    '',
    ...files.flatMap((file, index) => [
      `${index + 1}. ${file.name}`,
      `   ${file.title} · ${ownerOf(file)}${file.asOf ? ` · as of ${file.asOf}` : ''}`,
      `   ${file.bytes} bytes · SHA-256 ${file.sha256}`,
      ...(file.contentSha256 ? [`   Content digest (SHA-256) ${file.contentSha256}`] : []),
      `   ${inputsOf(file.inputs)}`,
      `   Run ${file.run}`,
      '',
    ]),
  ];
  if (failed.length + missing.length > 0) {
    lines.push('Not in this archive', '');
    for (const { title, reason } of missing) lines.push(`- ${title}`, `   ${reason}`, '');
    for (const gap of failed) {
      lines.push(
        `- ${gap.title} · ${ownerOf(gap)}`,
        `   ${gap.reason}`,
        `   ${inputsOf(gap.inputs)}`,
        ...(gap.run ? [`   Run ${gap.run}`] : []),
        '',
      );
    }
  }
  return lines.map(onOneLine).join('\r\n');
}

/** A name cannot add lines to the manifest or send control sequences to a terminal. */
const onOneLine = (line: string) =>
  line.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?');
