import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icons';
import type { Warning } from './personal-data.ts';

/** Describes the file before it is created, with warnings. Announced to screen readers when it changes. */
export function Preview({
  texts,
  warnings,
  children,
}: {
  texts: readonly string[];
  warnings: readonly Warning[];
  /** Further preview of the file, such as a label sheet. */
  children?: ReactNode;
}) {
  return (
    <aside
      aria-label="Preview"
      className="self-start border-t border-rule bg-sunken/60 px-4 py-3 lg:sticky lg:top-4"
    >
      <h2 className="font-title text-lg">Preview</h2>
      <div role="status" className="mt-1 flex flex-col gap-2">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {children}
      {warnings.length > 0 && (
        <div className="mt-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          <p className="flex items-center gap-2 font-medium text-warning">
            <Icon name="alert" /> Personal data in this file
          </p>
          <ul className="mt-1 list-disc pl-5">
            {warnings.map((warning) => (
              <li key={warning.kind}>{warning.text}</li>
            ))}
          </ul>
          <p className="mt-1">
            Share the file only with authorized recipients. Delete it when you no longer need it.
          </p>
        </div>
      )}
    </aside>
  );
}
