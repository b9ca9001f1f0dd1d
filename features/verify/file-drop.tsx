'use client';

import { useRef, useState } from 'react';
import { buttonClass } from '#components/ui/button';
import { cn } from '#components/ui/cn';

const filesMax = 20;

export type Chosen = { id: number; file: File };

/** The files that a user chose or dropped, the latest first. They stay on the device. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const next = useRef(0);
  const add = (files: readonly File[]) => {
    setTooMany(files.length > filesMax);
    const added = files.slice(0, filesMax).map((file) => {
      next.current += 1;
      return { id: next.current, file };
    });
    setChosen((before) => [...added, ...before].slice(0, filesMax));
  };
  return { chosen, tooMany, add };
}

/** A place to drop files on, with a button to choose them. */
export function FileDrop({ tooMany, add }: { tooMany: boolean; add: (files: readonly File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <>
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
    </>
  );
}
