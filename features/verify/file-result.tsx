// Checks each chosen file and shows what was found of it.

'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sizeText } from '#components/runs/run-labels';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { ApiError, isApiError } from '#lib/api/error';
import type { SigningCertificate } from '#lib/api/public-verification';
import type { VerifiedFile } from '#lib/api/verify';
import type { Archive } from './archive-files.ts';
import type { Cells } from './cells.ts';
import { FileDrop, useChosenFiles } from './file-drop.tsx';
import { badgeOf, type SignatureFinding, signatureFinding } from './signature/signature-finding.ts';

type Made = Pick<VerifiedFile, 'createdAt' | 'createdOn'>;

export type ReadCertificates = (signal?: AbortSignal) => Promise<readonly SigningCertificate[] | null>;

type LookUp<T> = (sha256: string, signal: AbortSignal) => Promise<T | null>;

type Props<T extends Made> = {
  lookUp: LookUp<T>;
  /** Finds a workbook by its cells; without it files are compared by their bytes alone. */
  lookUpCells?: LookUp<T>;
  /** Null where the registry signs no files, or the user may not read its certificates. */
  certificates: ReadCertificates | null;
  /** End of the sentence about a file that is not known. */
  unknown: string;
  /** What is shown of a file that is known. */
  children: (made: T) => ReactNode;
};

type Checked<T> = {
  sha256: string;
  made: T | null;
  signature: SignatureFinding | null;
  /** The workbook whose cells are those of a file with other bytes. */
  savedAgain: T | null;
  cells: Cells['kind'] | null;
  /** Of an archive that is no workbook: the files inside it. */
  archive: Archive | null;
};

/** Where files are chosen, and what is found of each. */
export function FileResults<T extends Made>(props: Props<T>) {
  const files = useChosenFiles();
  return (
    <>
      <FileDrop {...files} />
      {files.chosen.length > 0 && (
        <Section title="Results">
          <ul>
            {files.chosen.map(({ id, file }) => (
              <FileResult key={id} id={id} file={file} {...props} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

type FileProps<T extends Made> = Props<T> & {
  id: number | string;
  file: File;
  /** The file is inside an archive: another archive in it is not opened. */
  isInside?: boolean;
};

/**
 * One file: its digest is computed, then looked up; the signature in it is checked in the browser. Of an archive, the
 * files inside are.
 */
export function FileResult<T extends Made>({ id, file, isInside = false, ...props }: FileProps<T>) {
  const { lookUp, lookUpCells, certificates, unknown, children } = props;
  const client = useQueryClient();
  const [read, setRead] = useState(0);
  const queryKey = ['verify', id];
  const result = useQuery<Checked<T>, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const ofDevice = (error: unknown) => {
        if (signal.aborted || isApiError(error)) throw error;
        throw new ApiError('failed', {
          message: 'The file could not be read from your device. Choose it again.',
        });
      };
      const { digestOf } = await import('#components/ui/browser/file-digest');
      const sha256 = await digestOf(file, signal, setRead).catch(ofDevice);
      const made = await lookUp(sha256, signal);
      const archive = made || isInside ? null : await readArchive(file, signal).catch(ofDevice);
      const cells = made || archive || !lookUpCells ? null : await readCells(file, signal).catch(ofDevice);
      const savedAgain =
        cells?.kind === 'digest' && lookUpCells ? await lookUpCells(cells.sha256, signal) : null;
      const signature = await signatureIn(file, made, certificates, signal).catch(ofDevice);
      return { sha256, made, signature, savedAgain, archive, cells: cells?.kind ?? null };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data, error, fetchStatus } = result;
  const again = (
    <Button size="sm" onClick={() => void result.refetch()}>
      Try again
    </Button>
  );
  const badge = data && badgeFor(data);
  return (
    <li className="border-b border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium break-all">{file.name}</span>
        <span className="text-sm text-muted">{sizeText(file.size)}</span>
        {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
      </p>
      {!data && !error && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {fetchStatus === 'fetching' ? (
            <>
              {read < file.size
                ? `Computing the digest… ${Math.floor((100 * read) / file.size)}%`
                : 'Looking up the digest…'}
              <Button size="sm" variant="quiet" onClick={() => void client.cancelQueries({ queryKey })}>
                Cancel
              </Button>
            </>
          ) : (
            <>Canceled. {again}</>
          )}
        </p>
      )}
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
          {error.message} {again}
        </p>
      )}
      {data?.savedAgain && (
        <p role="status" className="mt-1 max-w-prose text-sm">
          Same content, saved again by another program: the value of every cell is that of a workbook created
          here. Formats, hidden rows and comments are not compared.
        </p>
      )}
      {data?.archive && <ArchiveText archive={data.archive} />}
      {data?.made === null && !data.savedAgain && !data.archive && (
        <p role="status" className="mt-1 max-w-prose text-sm">
          Altered, or not from here: {unknown}
          {data.cells === 'digest' && ' Its cells are not those of a workbook created here, either.'}
          {data.cells === 'too large' && ' Workbooks above 8 MB are compared byte for byte only.'}
        </p>
      )}
      {data?.signature && (
        <p role="status" className="mt-1 max-w-prose text-sm wrap-anywhere">
          {data.signature.text}
        </p>
      )}
      {data?.made && children(data.made)}
      {data?.savedAgain && children(data.savedAgain)}
      {data && (
        <p className="mt-1 text-xs break-all text-muted">
          SHA-256 <span className="font-mono">{data.sha256}</span>
        </p>
      )}
      {data?.archive?.kind === 'files' && (
        <ul className="mt-2 border-l-2 border-line pl-4">
          {data.archive.files.map((one) => (
            <FileResult key={one.name} {...props} id={`${id}/${one.name}`} file={one} isInside />
          ))}
        </ul>
      )}
    </li>
  );
}

/** What an archive is, and which of its files are checked below. */
function ArchiveText({ archive }: { archive: Archive }) {
  if (archive.kind === 'too large')
    return (
      <p role="status" className="mt-1 max-w-prose text-sm">
        An archive is not recorded, and this one is too large to be opened here. Choose the files inside it.
      </p>
    );
  const { files, lists, isWhole } = archive;
  return (
    <p role="status" className="mt-1 max-w-prose text-sm">
      {files.length === 0
        ? 'An archive is not recorded, and there is no file of a report in this one.'
        : `An archive is not recorded. ${isWhole ? 'Each file' : `Each of the first ${files.length} files`} in it is checked below.`}
      {lists.length > 0 &&
        ` Not checked: its own ${lists.length === 1 ? 'list' : 'lists'} ${lists.join(', ')}.`}
    </p>
  );
}

const archiveBadge = { text: 'Archive', tone: 'neutral' } as const;
const savedAgainBadge = { text: 'Same content, saved again', tone: 'warning' } as const;

function badgeFor({ made, signature, savedAgain, archive }: Checked<Made>) {
  if (archive) return archiveBadge;
  return savedAgain ? savedAgainBadge : badgeOf(made !== null, signature);
}

const readArchive = async (file: File, signal: AbortSignal): Promise<Archive | null> =>
  (await import('./archive-files.ts')).filesIn(file, signal);

const readCells = async (file: File, signal: AbortSignal): Promise<Cells> =>
  (await import('./cells.ts')).cellsOf(file, signal);

/** What the signature in a file shows; null where there is none. */
async function signatureIn(
  file: File,
  made: Made | null,
  certificates: ReadCertificates | null,
  signal: AbortSignal,
): Promise<SignatureFinding | null> {
  const { readSignature } = await import('./signature/read-signature.ts');
  const signature = await readSignature(file, signal);
  if (signature.kind === 'none') return null;
  // Without the list the signature is still shown, but not whose it is.
  const listed =
    signature.kind === 'intact' && certificates
      ? await certificates(signal).catch(() => {
          signal.throwIfAborted();
          return null;
        })
      : null;
  return signatureFinding(signature, listed, made);
}
