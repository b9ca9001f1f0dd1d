'use client';

import { useRef, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { buttonClass } from '#components/ui/button';
import { cn } from '#components/ui/cn';
import { PageHeader, Section } from '#components/ui/text';
import { FileResult, type Known } from './file-result.tsx';
import { SealCertificate } from './seal-certificate.tsx';

const filesMax = 20;

type Chosen = { id: number; file: File };

/** Checks whether files were created here: their digests are computed in the browser, the files stay on the device. */
export function VerifyView(known: Known) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const next = useRef(0);
  const isSealing = useAgentOperations().has('GetSealCertificate');
  const add = (files: readonly File[]) => {
    setTooMany(files.length > filesMax);
    const added = files.slice(0, filesMax).map((file) => {
      next.current += 1;
      return { id: next.current, file };
    });
    setChosen((before) => [...added, ...before].slice(0, filesMax));
  };
  return (
    <>
      <PageHeader
        title="Verify a file"
        description="Choose a file to see whether it was created here, as of when, and whether the books have changed since. The file stays on your device: only its SHA-256 digest is sent."
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to the button inside */}
      <div
        className={cn(
          'rounded-md border border-dashed border-rule px-4 py-8 text-center print:hidden',
          isOver && 'bg-sunken',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          add([...event.dataTransfer.files]);
        }}
      >
        <label
          className={`${buttonClass('secondary')} cursor-pointer focus-within:outline-2 focus-within:outline-offset-2`}
        >
          Choose files
          <input
            type="file"
            multiple
            className="sr-only"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              // The same file can be chosen again.
              currentTarget.value = '';
              add(files);
            }}
          />
        </label>
        <p className="mt-2 text-sm text-muted">or drop them here, at most {filesMax} at a time</p>
      </div>
      {tooMany && (
        <p role="alert" className="mt-2 text-sm text-danger">
          Only the first {filesMax} files were taken.
        </p>
      )}
      {chosen.length > 0 && (
        <Section title="Results">
          <ul>
            {chosen.map(({ id, file }) => (
              <FileResult key={id} id={id} file={file} {...known} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="What can be recognized">
        <ul className="max-w-prose list-disc pl-5 text-sm">
          <li>
            Files of reports created here, of the issuers you may see, also after the file itself was deleted.
          </li>
          <li>
            The files inside an archive, one by one. The archive itself, and files saved from a table or a
            page in the browser, are not recorded.
          </li>
          <li>One changed byte makes another file. A workbook that was opened and saved again is one.</li>
        </ul>
      </Section>
      {isSealing && <SealCertificate />}
    </>
  );
}
