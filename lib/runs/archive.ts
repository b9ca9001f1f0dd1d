import 'server-only';
import { createHash } from 'node:crypto';
import { writeZip } from '../sheet/zip.ts';
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
  run: string;
};

/** A report that is missing from the archive, and why. */
export type ArchiveGap = Pick<ArchiveFile, 'issuer' | 'issuerName' | 'report' | 'title' | 'inputs'> & {
  run: string | null;
  code: string;
  reason: string;
};

export type Archive = {
  batch: string;
  madeFor: string;
  /** 'yyyy-mm-dd' of the day of the request. */
  day: string;
  environment: string;
  files: readonly ArchiveFile[];
  failed: readonly ArchiveGap[];
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
  yield { name: 'manifest.json', data: Buffer.from(manifestJson(archive)) };
  yield { name: 'manifest.txt', data: Buffer.from(manifestText(archive)) };
  for (const file of archive.files) {
    // Spreadsheets and PDFs are already compressed.
    yield { name: file.name, data: checked(file), store: true, large: file.bytes >= large };
  }
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

function manifestText({ batch, madeFor, day, environment, files, failed }: Archive): string {
  const lines = [
    'Files of this archive',
    '',
    `Created for ${madeFor}, requested on ${day}, registry: ${environment}`,
    `Batch ${batch}: ${files.length} of ${files.length + failed.length} reports`,
    '',
    ...files.flatMap((file, index) => [
      `${index + 1}. ${file.name}`,
      `   ${file.title} · ${ownerOf(file)}${file.asOf ? ` · as of ${file.asOf}` : ''}`,
      `   ${file.bytes} bytes · SHA-256 ${file.sha256}`,
      `   ${inputsOf(file.inputs)}`,
      `   Run ${file.run}`,
      '',
    ]),
  ];
  if (failed.length > 0) {
    lines.push('Not in this archive', '');
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
