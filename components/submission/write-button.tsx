'use client';

import { type ComponentProps, useState } from 'react';
import { writeJson } from '#lib/contract/wire/json';
import { Button } from '../ui/button.tsx';
import { type DialogOperation, useDialogWrite } from './write-dialog.tsx';

type Props = {
  operation: DialogOperation;
  body: Record<string, unknown>;
  label: string;
  variant?: ComponentProps<typeof Button>['variant'];
  /** It was asked for already, and is not yet carried out. */
  isWaiting?: boolean;
  onDone: () => void;
};

/**
 * A button that sends an operation once, and what became of it. Another version of the object is another request: the
 * caller gives the button a key. An error goes when something else would be sent.
 */
export function WriteButton({ operation, body, label, variant, isWaiting = false, onDone }: Props) {
  const { press, isPending, isDone, isUnknown, failure } = useDialogWrite(operation, onDone);
  const [sent, setSent] = useState('');
  const text = writeJson(body);
  return (
    <>
      <Button
        variant={variant}
        pending={isPending || isUnknown || isDone || isWaiting}
        onClick={() => {
          setSent(text);
          press(body);
        }}
      >
        {label}
      </Button>
      {isUnknown && (
        <p role="status" className="w-full">
          Status unknown. The outcome is being looked up.
        </p>
      )}
      {failure && sent === text && (
        <p role="alert" className="w-full text-danger">
          {failure.message}
        </p>
      )}
    </>
  );
}
