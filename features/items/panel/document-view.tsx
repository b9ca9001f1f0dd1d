'use client';

import { useEffect, useState } from 'react';
import { PdfView } from '#components/data/pdf-view';
import { useShortcut } from '#components/ui/browser/shortcuts';
import { Button, IconButton } from '#components/ui/button';
import { Kbd } from '#components/ui/kbd';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';
import { uploadBytesMax } from '#lib/contract/upload-limits';
import type { Detail } from './content-facts.tsx';

type StoredFile = Detail['files'][number];

/** Passing over items by keys does not load the documents of each. */
const settleMs = 250;

type Props = {
  detail: Detail;
  /** The document to begin with; null: the first one. */
  first: number | null;
  onClose: () => void;
};

/** One document of an item, beside its facts. */
export function DocumentView({ detail, first, onClose }: Props) {
  const files = detail.files.filter((one) => one.removedReason === null);
  const [shown, setShown] = useState(first);
  const index = Math.max(
    0,
    files.findIndex((one) => one.documentId === shown),
  );
  const file = files[index];
  const next = () => setShown(files[(index + 1) % files.length]?.documentId ?? null);
  useShortcut('v', next, files.length > 1);
  return (
    <section aria-label="Document" className="flex h-full min-h-0 flex-col">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="min-w-0 truncate font-medium" title={file?.name}>
          {file ? file.name : 'No scanned document'}
        </h3>
        <div className="flex shrink-0 items-center gap-1">
          {files.length > 1 && (
            <Button size="sm" aria-keyshortcuts="v" onClick={next}>
              Next, {index + 1} of {files.length} <Kbd>V</Kbd>
            </Button>
          )}
          <IconButton label="Close document" icon="close" aria-keyshortcuts="b" onClick={onClose} />
        </div>
      </div>
      {file && <Page key={file.documentId} detail={detail} file={file} />}
    </section>
  );
}

function Page({ detail: { customerIssuerId, itemId }, file }: { detail: Detail; file: StoredFile }) {
  const { wire } = useApi();
  const { documentId, mediaType, name } = file;
  const address = addressOf(wire, 'GetItemDocument', { customerIssuerId, itemId, documentId });
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  if (mediaType === 'application/pdf')
    return <PdfView {...{ address, name }} enabled={isSettled} bytesMax={uploadBytesMax} />;
  if (/^image\/(png|jpeg)$/.test(mediaType))
    return (
      <div className="min-h-0 flex-1 overflow-auto border border-line bg-sunken">
        {isSettled && (
          // biome-ignore lint/performance/noImgElement: a document of the registry, shown as it is
          <img src={address} alt={name} decoding="async" className="max-w-full" />
        )}
      </div>
    );
  return (
    <p>
      This type of file cannot be shown here.{' '}
      <a href={address} download={name}>
        Download {name}
      </a>
    </p>
  );
}
