'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type DragEvent, useState } from 'react';
import { randomKey } from '#components/submission/form-draft';
import { buttonClass } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { ResponseFor } from '#lib/contract/index';
import { partBytesMax, partType } from '#lib/contract/upload-limits';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';

type Imported = ResponseFor<'ImportPositionFile'>;

function unfit(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty. Nothing was imported.`;
  if (file.size > partBytesMax) return `${file.name} is larger than 8 MB. Nothing was imported.`;
  return null;
}

/** Imports a position file that is dropped or chosen. A file with errors is refused with line and field. */
export function ImportFile() {
  const { call } = useApi();
  const client = useQueryClient();
  const router = useRouter();
  const [isOver, setOver] = useState(false);
  const upload = useMutation<Imported, ApiError, File>({
    mutationFn: async (file) => {
      const wrong = unfit(file);
      if (wrong) throw new ApiError('invalid', { message: wrong });
      const input = { idempotencyId: randomKey(), name: file.name, file: file.slice(0, file.size, partType) };
      return call('ImportPositionFile', input as never);
    },
    onSuccess: ({ file }) => {
      // Verdicts rest on the file too.
      void client.invalidateQueries();
      router.push(routes.depository({ file: Number(file.positionFileId) }));
    },
  });
  const { error, data, isPending } = upload;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isPending) upload.mutate(file);
  };
  const errors = error?.fields ? Object.values(error.fields).flat() : [];
  return (
    <Section title="Import a position file" className="print:hidden">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file; the button does the same */}
      <div
        className={`rounded-md border border-dashed px-4 py-3 ${isOver ? 'border-accent bg-sunken' : 'border-rule'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label
          className={`${buttonClass('primary')} cursor-pointer focus-within:outline-2 focus-within:outline-offset-2`}
        >
          Choose position file
          <input
            type="file"
            className="sr-only"
            accept=".txt,.csv,.dat"
            disabled={isPending}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // The same file can be chosen again after an error.
              if (file) upload.mutate(file, { onSettled: () => (currentTarget.value = '') });
            }}
          />
        </label>
        <p role="status" className="mt-2 text-sm text-muted">
          {isPending
            ? 'Importing…'
            : data
              ? data.isKnown
                ? `${data.file.name} of ${formatDate(data.file.asOf)} was imported already. Nothing was changed.`
                : `${data.file.name} of ${formatDate(data.file.asOf)} imported.`
              : 'Or drop it on this area. Lines of 80 characters, or CSV; at most 8 MB.'}
        </p>
        {error && (
          <div role="alert" className="mt-2 text-sm text-danger">
            <p>{error.message}</p>
            {errors.length > 0 && (
              <ul className="mt-1 list-disc pl-5">
                {errors.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}
