'use client';

import { WriteDialog } from '#components/submission/write-dialog';
import type { ExportFile } from './types.ts';

export type DiscardProps = { file: ExportFile; onClose: (changed: boolean) => void };

/** Asks before the file is deleted. */
export function DiscardDialog({ file, onClose }: DiscardProps) {
  return (
    <WriteDialog
      operation="DiscardRegisterExport"
      title="Discard export"
      submit="Discard export"
      done="Export discarded."
      labels={{}}
      body={() => ({ registerExportId: file.registerExportId, version: file.version })}
      onClose={onClose}
    >
      <p>
        {file.state === 'Complete'
          ? `The file ${file.fileName} is deleted.`
          : 'What was read so far is deleted.'}{' '}
        Its history stays, and so does the digest of a complete file.
      </p>
    </WriteDialog>
  );
}
