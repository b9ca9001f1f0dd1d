// Dialog to type the control totals of an imported file.

'use client';

import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { WholeNumberField } from '#components/form/fields';
import { WriteDialog } from '#components/submission/write-dialog';
import { Button } from '#components/ui/button';
import { measureText, totalFields, totalsNote, totalsOf, typedBefore } from './typed-totals.ts';
import type { RegisterFile } from './types.ts';

/** Whether the user may type control totals for a file now: its classes are known, and it waits for no work. */
export function useMayTypeTotals({ kind, state, work, classes }: RegisterFile): boolean {
  const mayType = useAgentOperations().has('SetRegisterTotals');
  const isIdle = work === null && (state === 'Checked' || state === 'Approved');
  return mayType && kind === 'Register' && isIdle && classes.length > 0;
}

type Props = { file: RegisterFile; onChanged: () => void };

/** A button and its dialog, for totals that are known from elsewhere, such as a letter of the prior agent. */
export function TypeTotals({ file, onChanged }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="print:hidden" onClick={() => setIsOpen(true)}>
        Type control totals
      </Button>
      {isOpen && (
        <TotalsDialog
          file={file}
          onClose={(changed) => {
            setIsOpen(false);
            if (changed) onChanged();
          }}
        />
      )}
    </>
  );
}

function TotalsDialog({ file, onClose }: { file: RegisterFile; onClose: (changed: boolean) => void }) {
  const { registerFileId, version, classes } = file;
  const fields = totalFields(file);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() => typedBefore(file));
  return (
    <WriteDialog
      operation="SetRegisterTotals"
      title="Type control totals"
      submit="Save totals and check again"
      done="Control totals saved. The check started."
      labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
      body={() => {
        const totals = totalsOf(file, texts);
        return Array.isArray(totals) ? { registerFileId, version, totals } : totals;
      }}
      onClose={onClose}
    >
      <p>{totalsNote(file)}</p>
      {classes.map(({ class: name }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-1 font-medium break-words">{name}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {fields
              .filter((one) => one.class === name)
              .map(({ name: field, measure }) => (
                <WholeNumberField
                  key={field}
                  name={field}
                  label={measureText(measure)}
                  maxLength={30}
                  autoComplete="off"
                  value={texts[field] ?? ''}
                  onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </WriteDialog>
  );
}
