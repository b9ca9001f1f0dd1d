'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { Form } from '#components/form/form';
import { sizeText } from '#components/runs/run-labels';
import { randomKey } from '#components/submission/form-draft';
import { Button, buttonClass } from '#components/ui/button';
import { Dialog } from '#components/ui/overlay/dialog';
import { addressOf } from '#lib/api/call';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { ResponseFor } from '#lib/contract/index';
import { isMediaType, mediaTypes, uploadBytesMax } from '#lib/contract/upload-limits';

import { isOpen } from '../item-stages.ts';

type Detail = ResponseFor<'GetItem'>;
type StoredFile = Detail['files'][number];
export type FileRights = { read: boolean; add: boolean; remove: boolean };

/** Checked before the file is sent; the server checks again. */
function unfit(file: File): string | null {
  if (!isMediaType(file.type)) return `${file.name} is not a PDF, PNG, JPEG or TIFF file.`;
  if (file.size > uploadBytesMax) return `${file.name} is larger than 20 MB.`;
  return file.size === 0 ? `${file.name} is empty.` : null;
}

type Props = {
  detail: Detail;
  may: FileRights;
  /** Shows a file beside the item. */
  onView: (documentId: number) => void;
};

/** The scanned files of an item: shown, downloaded, added and removed. */
export function ItemFiles({ detail, may, onView }: Props) {
  const { call, wire } = useApi();
  const client = useQueryClient();
  const [removing, setRemoving] = useState<StoredFile | null>(null);
  const { customerIssuerId, itemId } = detail;

  const show = (next: Detail) => {
    client.setQueryData(['GetItem', { customerIssuerId, itemId }, next.version], next);
    void client.invalidateQueries({ queryKey: ['GetItemChanges'] });
  };
  const add = useMutation<void, ApiError, readonly File[]>({
    mutationFn: async (files) => {
      const wrong = files.map(unfit).find((one) => one !== null);
      if (wrong) throw new ApiError('invalid', { message: wrong });
      let { version } = detail;
      for (const file of files) {
        const facts = { customerIssuerId, itemId, version, name: file.name };
        const next = await call('UploadItemDocument', {
          ...facts,
          idempotencyId: randomKey(),
          file,
        } as never);
        version = next.version;
        show(next);
      }
    },
    // A file of an unknown outcome is in the list if it was stored.
    onError: () => client.invalidateQueries({ queryKey: ['GetItem', { customerIssuerId, itemId }] }),
  });
  const open = isOpen(detail.stage);
  const address = ({ documentId }: StoredFile) =>
    addressOf(wire, 'GetItemDocument', { customerIssuerId, itemId, documentId });
  return (
    <>
      <ul>
        {detail.files.map((file) => {
          const isThere = file.removedReason === null;
          return (
            <li key={file.documentId} className="border-b border-line py-1">
              <div className="flex items-baseline justify-between gap-2">
                <span className="min-w-0 break-words">
                  {isThere && may.read ? (
                    <a href={address(file)} download={file.name}>
                      {file.name}
                    </a>
                  ) : (
                    <span className={isThere ? '' : 'line-through'}>{file.name}</span>
                  )}
                  <span className="text-muted">
                    {' '}
                    {isThere ? sizeText(file.bytes) : `Removed: ${file.removedReason}`}
                  </span>
                </span>
                <span className="flex shrink-0 gap-1">
                  {isThere && may.read && (
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`View ${file.name}`}
                      onClick={() => onView(file.documentId)}
                    >
                      View
                    </Button>
                  )}
                  {isThere && open && may.remove && (
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Remove ${file.name}`}
                      onClick={() => setRemoving(file)}
                    >
                      Remove
                    </Button>
                  )}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
      {open && may.add && (
        <label
          className={`${buttonClass('secondary', 'sm')} mt-2 cursor-pointer focus-within:outline-2 focus-within:outline-offset-2`}
        >
          {add.isPending ? 'Adding…' : 'Add files'}
          <input
            type="file"
            multiple
            className="sr-only"
            accept={Object.keys(mediaTypes).join(',')}
            disabled={add.isPending}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              // The same file can be chosen again after an error.
              currentTarget.value = '';
              if (files.length > 0) add.mutate(files);
            }}
          />
        </label>
      )}
      {open && may.add && (
        <p className="mt-1 text-xs text-muted">PDF, PNG, JPEG or TIFF, at most 20 MB each.</p>
      )}
      <p role="alert" className="text-danger">
        {add.error?.message}
      </p>
      {removing && (
        <RemoveDialog
          file={removing}
          detail={detail}
          onDone={(next) => {
            show(next);
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

type RemoveProps = {
  file: StoredFile;
  detail: Detail;
  onDone: (next: Detail) => void;
  onClose: () => void;
};

function RemoveDialog({ file, detail, onDone, onClose }: RemoveProps) {
  const { call } = useApi();
  const [reason, setReason] = useState('');
  const [idempotencyId] = useState(randomKey);
  const { customerIssuerId, itemId, version } = detail;
  const remove = useMutation<Detail, ApiError>({
    mutationFn: () =>
      call('RemoveItemDocument', {
        ...{ idempotencyId, customerIssuerId, itemId, version, reason },
        documentId: file.documentId,
      } as never),
    onSuccess: onDone,
  });
  return (
    <Dialog open onClose={onClose} title={`Remove ${file.name}`}>
      <p className="mb-4 text-sm">Its name, digest and the reason stay in the history.</p>
      <Form
        pending={remove.isPending}
        error={remove.error}
        onSubmit={() => remove.mutate()}
        submit="Remove file"
        labels={{ reason: 'Reason' }}
        aside={
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        }
      >
        <TextField
          name="reason"
          label="Reason"
          required
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
