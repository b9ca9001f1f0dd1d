// @vitest-environment happy-dom
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Digest } from '#lib/api/verify';
import { gather } from '#lib/sheet/archive-for-tests';
import { cellsLimits } from '#lib/sheet/read/cells-digest';
import { writeWorkbook } from '#lib/sheet/workbook';
import { writeZip } from '#lib/sheet/zip';
import { FileResult } from './file-result.tsx';

afterEach(cleanup);

const made = { createdAt: '2026-11-20T12:00:00Z', createdOn: '2026-11-20' };

const workbook = () =>
  gather(
    writeWorkbook({
      sheets: [
        {
          name: 'Shareholders',
          columns: [{ header: 'Shares', kind: 'shares', width: 10 }],
          rows: async function* () {
            yield [100n];
          },
        },
      ],
      title: 'Holders',
      author: 'Agent',
      date: '2026-11-20',
    }),
  );

let next = 0;

/** Draws the result of a file; the server knows what `knows` says. Returns the digests that it was asked for. */
function draw(bytes: Uint8Array, knows: (digest: Digest) => boolean): Digest[] {
  const asked: Digest[] = [];
  const answer = (digest: Digest) => {
    asked.push(digest);
    return knows(digest) ? made : null;
  };
  next += 1;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <FileResult
          id={next}
          file={new File([bytes as Uint8Array<ArrayBuffer>], 'holders.xlsx')}
          lookUp={async (sha256) => answer({ sha256 })}
          lookUpCells={async (cellsSha256) => answer({ cellsSha256 })}
          certificates={null}
          unknown="no such file."
        >
          {() => 'Facts of the run'}
        </FileResult>
      </ul>
    </QueryClientProvider>,
  );
  return asked;
}

const shown = (text: string | RegExp) => screen.findByText(text, {}, { timeout: 10_000 });

it('says of a workbook with known cells and other bytes that its content is the same', async () => {
  const asked = draw(await workbook(), (digest) => 'cellsSha256' in digest);
  expect(await shown('Same content, saved again')).toBeTruthy();
  expect(screen.getByText(/^Same content, saved again by another program/)).toBeTruthy();
  expect(screen.getByText('Facts of the run')).toBeTruthy();
  expect(screen.queryByText(/Altered/)).toBeNull();
  expect(asked.map((digest) => Object.keys(digest))).toEqual([['sha256'], ['cellsSha256']]);
});

it('calls a workbook altered whose cells are not known either', async () => {
  draw(await workbook(), () => false);
  expect(await shown(/^Altered, or not from here: no such file\. Its cells are not those/)).toBeTruthy();
  expect(screen.queryByText(/Same content/)).toBeNull();
  expect(screen.queryByText('Facts of the run')).toBeNull();
});

const text = (value: string) => new TextEncoder().encode(value);
const archive = (files: Readonly<Record<string, Uint8Array>>) =>
  gather(
    writeZip(
      Object.entries(files).map(([name, data]) => ({ name, data })),
      { date: '2026-11-20' },
    ),
  );

it('opens an archive and checks each file in it, but not its own lists', async () => {
  const list = text('known');
  const digest = bytesToHex(sha256(list));
  const bytes = await archive({
    'list.pdf': list,
    'changed.pdf': text('other'),
    'manifest.json': text('{}'),
  });
  const asked = draw(bytes, (one) => 'sha256' in one && one.sha256 === digest);
  expect(await shown('Created here')).toBeTruthy();
  expect(await shown('Altered, or not from here: no such file.')).toBeTruthy();
  expect(screen.getByText('Archive')).toBeTruthy();
  expect(
    screen.getByText(/Each file in it is checked below\. Not checked: its own list manifest\.json\./),
  ).toBeTruthy();
  expect(screen.getByText('list.pdf').closest('li')?.textContent).toContain('Facts of the run');
  expect(screen.getByText('changed.pdf').closest('li')?.textContent).not.toContain('Facts of the run');
  expect(asked).toHaveLength(3);
});

it('does not open an archive in an archive, nor one that is damaged', async () => {
  const inner = await archive({ 'list.pdf': text('known') });
  draw(await archive({ 'inner.zip': inner }), () => false);
  expect(await shown('Altered, or not from here: no such file.')).toBeTruthy();
  expect(screen.queryByText('list.pdf')).toBeNull();
  cleanup();
  draw(inner.subarray(0, inner.length - 30), () => false);
  expect(await shown(/^Altered, or not from here: no such file\./)).toBeTruthy();
  expect(screen.queryByText('Archive')).toBeNull();
});

it('does not read the cells of a known file, of another kind of file, or of one that is too large', async () => {
  const known = draw(await workbook(), (digest) => 'sha256' in digest);
  expect(await shown('Created here')).toBeTruthy();
  expect(known).toHaveLength(1);
  cleanup();
  const other = draw(new TextEncoder().encode('%PDF-1.7'), () => false);
  expect(await shown('Altered, or not from here: no such file.')).toBeTruthy();
  expect(other).toHaveLength(1);
  cleanup();
  const bytes = new Uint8Array(cellsLimits.fileMax + 1);
  bytes.set([0x50, 0x4b, 3, 4]);
  const large = draw(bytes, () => false);
  expect(await shown(/Workbooks above 8 MB are compared byte for byte only/)).toBeTruthy();
  expect(large).toHaveLength(1);
});
