/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPdf } from '#registry/render/pdf/pdf-for-tests';
import { type Node, nodesOf, readStructure } from '#registry/render/pdf/structure-for-tests';
import { whyMissing } from '#tests/debian-packages';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';
import { reports } from './report-requests.ts';

// Every PDF in two programs that share no code with ours: qpdf reads the syntax, Poppler the structure.
const reason = whyMissing(['qpdf', 'pdfinfo'], ['qpdf', 'poppler-utils']);
if (reason) console.log(`The tests of PDF files in other programs are skipped: ${reason}.`);

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'accessible-files-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function output(program: string, flags: readonly string[], path: string): string {
  const { status, stdout, stderr } = spawnSync(program, [...flags, path], {
    encoding: 'utf8',
    maxBuffer: 200_000_000,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return `${stdout}${stderr}`;
}

/** Types and texts in the form of `pdfinfo -struct-text`, without indentation, attributes and blanks. */
function lines(tree: Node): string[] {
  return [...nodesOf(tree)].flatMap(({ type, text }) => {
    const packed = text.replace(/\s/g, '');
    return packed ? [type, packed] : [type];
  });
}

function popplerLines(printed: string): string[] {
  return printed.split('\n').flatMap((line) => {
    const text = /^\s*"(.*)"$/.exec(line)?.[1];
    if (text !== undefined) return [text.replace(/\s/g, '')];
    const type = /^\s*(\w+)(?: <\w+>)?(?: \(\w+\))?:?$/.exec(line)?.[1];
    return type ? [type] : [];
  });
}

describe.skipIf(reason)('PDF files in other programs', () => {
  const { file } = reportReader(registry);
  const requests: (typeof reports)[number][] = [
    ...reports,
    ['GenerateTransactionDetails', { controlTransactionId: 100000213 }, 'TransactionDetails', 'Transaction'],
    [
      'GenerateShareholderList',
      {
        customerIssuerId: 1003,
        certificateInfoStatus: 'All',
        restrictionStatus: 'All',
        addressStatus: 'All',
        showCertificateDetails: true,
        cutoff: '2026-11-20',
      },
      'ShareholderList',
      'Registered shareholder list',
    ],
  ];

  test.each(requests)('%s', async (id, body, name) => {
    const { bytes } = await file(id, { ...body, isPDF: true });
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, bytes);
    expect(output('qpdf', ['--check'], path)).toContain('No syntax or stream encoding errors found');
    expect(output('pdfinfo', [], path)).toMatch(/^Tagged: +yes$/m);
    const ours = lines(readStructure(readPdf(bytes)));
    expect(ours.length).toBeGreaterThan(20);
    expect(popplerLines(output('pdfinfo', ['-struct-text'], path))).toEqual(ours);
  });
});
