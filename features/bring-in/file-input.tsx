'use client';

import { sizeText } from '#components/runs/run-labels';
import { Button, buttonClass } from '#components/ui/button';
import { bulkRowsMax, registerSizeMax } from '#lib/contract/upload-limits';
import { formatShares } from '#lib/format/shares';
import type { FileKind, RegisterFile } from './types.ts';
import { useUpload } from './use-upload.ts';

type Props = {
  kind: FileKind;
  label: string;
  /** An upload that is continued. */
  begun?: RegisterFile;
  onDone: (file: RegisterFile) => void;
};

/** Chooses a file and uploads it, with its progress. */
export function FileInput({ kind, label, begun, onDone }: Props) {
  const { upload, progress, cancel, isCanceled } = useUpload(kind, begun ?? null, onDone);
  const { error, isPending } = upload;
  return (
    <>
      {isPending ? (
        <div className="flex max-w-md flex-wrap items-center gap-3">
          <progress
            className="h-2 min-w-0 grow accent-accent"
            aria-label="Upload"
            max={progress?.bytes ?? 1}
            value={progress?.sent ?? 0}
          />
          <Button size="sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <label
          className={`${buttonClass('primary')} cursor-pointer focus-within:outline-2 focus-within:outline-offset-2`}
        >
          {label}
          <input
            type="file"
            className="sr-only"
            accept={kind === 'Bulk' ? '.xlsx,.csv,.zip' : '.xlsx,.zip'}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // The same file can be chosen again after an error.
              if (file) upload.mutate(file, { onSettled: () => (currentTarget.value = '') });
            }}
          />
        </label>
      )}
      <p role="status" className="mt-2 text-sm text-muted">
        {isPending && progress
          ? `Uploading: ${sizeText(progress.sent)} of ${sizeText(progress.bytes)}…`
          : kind === 'Bulk'
            ? `A workbook (XLSX), a CSV file, or CSV files in a ZIP archive; at most ${formatShares(bulkRowsMax)} rows.`
            : `A workbook (XLSX) or CSV files in a ZIP archive, at most ${registerSizeMax}.`}
      </p>
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {isCanceled ? 'The upload was canceled. It can be continued from the list.' : error.message}
        </p>
      )}
    </>
  );
}
