// Dialog that sends an agent operation once, with re-authentication where needed.

'use client';

import { type ReactNode, useState } from 'react';
import { useApi } from '#lib/api/provider';
import { writeJson } from '#lib/contract/wire/json';
import { Form, type FormFailure } from '../form/form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { useToast } from '../ui/overlay/toast.tsx';
import { useAgentWrite, WriteNote } from './use-agent-write.tsx';

/** Agent operations of which nothing is shown but their success. */
export type DialogOperation =
  | 'OpenRecordDifference'
  | 'ChangeRecordDifference'
  | 'AddRecordDifferenceStep'
  | 'ResolveRecordDifference'
  | 'RecordSentReport'
  | 'ExplainPositionBreak'
  | 'CheckRegisterFile'
  | 'SetRegisterColumns'
  | 'SetRegisterValues'
  | 'SetRegisterTotals'
  | 'ApproveRegisterFile'
  | 'PostRegisterFile'
  | 'StopRegisterPosting'
  | 'StopRegisterPull'
  | 'ContinueRegisterPull'
  | 'UndoRegisterFile'
  | 'DiscardRegisterFile'
  | 'StopRegisterExport'
  | 'ContinueRegisterExport'
  | 'DiscardRegisterExport'
  | 'WithdrawRequest'
  | 'WriteToIssuer'
  | 'SetTA2Line'
  | 'SignTA2';

type Body = Record<string, unknown> | FormFailure;

type DialogProps = {
  operation: DialogOperation;
  title: string;
  submit: string;
  done: string;
  /** What to send, or what is missing. A promise where a file must be read first. */
  body: () => Body | Promise<Body>;
  onClose: (changed: boolean) => void;
  labels: Readonly<Record<string, string>>;
  children: ReactNode;
};

const isFailure = (value: Body): value is FormFailure => 'message' in value && 'code' in value;

/** Sends an operation whose result is not shown. */
export function useDialogWrite(operation: DialogOperation, onDone: () => void) {
  const { call } = useApi();
  return useAgentWrite({
    onDone,
    // Written digit by digit: JavaScript numbers are not exact beyond 2^53.
    post: (fields: Record<string, unknown>, idempotencyId) =>
      call(operation, writeJson({ idempotencyId, ...fields }) as never),
    resultOf: () => null,
  });
}

/** One press, one request: a second press, a lost answer and an old sign-in are handled here. */
export function WriteDialog(props: DialogProps) {
  const { operation, title, submit, done, body, onClose, labels, children } = props;
  const notify = useToast();
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const write = useDialogWrite(operation, () => {
    notify({ text: done, tone: 'positive' });
    onClose(true);
  });
  const { press: send, isPending, isDone, isUnknown, isRefused, failure, stepUp } = write;
  const press = async () => {
    setPreparing(true);
    const made = await body();
    setPreparing(false);
    if (isFailure(made)) return setMissing(made);
    setMissing(null);
    send(made);
  };
  // A second press can land beside the dialog; closed while sending, it would not say what became of it.
  const close = () => {
    if (!isPreparing && !isPending) onClose(isUnknown || isRefused);
  };
  return (
    <Dialog open onClose={close} title={title} position="top">
      <WriteNote {...{ isUnknown, isRefused }} onClose={() => onClose(true)} />
      {!isUnknown && !isRefused && (
        <Form
          pending={isPreparing || isPending || isDone}
          error={missing ?? failure}
          onSubmit={() => void press()}
          submit={submit}
          pendingLabel="Sending…"
          labels={{ ...labels, password: 'Password', code: 'Code' }}
          aside={
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
          }
        >
          {children}
          {stepUp}
        </Form>
      )}
    </Dialog>
  );
}
