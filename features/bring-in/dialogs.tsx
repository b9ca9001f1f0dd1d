// Dialogs of the steps of an imported file: approve, post, undo, discard.

'use client';

import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { WriteDialog } from '#components/submission/write-dialog';
import { formatShares } from '#lib/format/shares';
import { wordsOf } from './model.ts';
import type { RegisterFile } from './types.ts';

export type Asked = 'approve' | 'post' | 'undo' | 'discard';
type Props = { file: RegisterFile; onClose: (changed: boolean) => void };

const named = ({ registerFileId, version }: RegisterFile) => ({ registerFileId, version });
const oneOf = ({ kind }: RegisterFile) => wordsOf(kind).one;
const titleOf = ({ issuerName, name }: RegisterFile) => issuerName ?? name;

/** The dialog of a step that was asked for. */
export function StepDialog({ asked, ...props }: Props & { asked: Asked }) {
  const Dialog = { approve: ApproveDialog, post: PostDialog, undo: UndoDialog, discard: DiscardDialog }[
    asked
  ];
  return <Dialog {...props} />;
}

function ApproveDialog({ file, onClose }: Props) {
  const [reason, setReason] = useState('');
  const warnings = Number(file.counts?.warning ?? 0);
  const typed = file.typedTotals ?? [];
  return (
    <WriteDialog
      operation="ApproveRegisterFile"
      title={`Approve ${oneOf(file)}`}
      submit={`Approve ${oneOf(file)}`}
      done={`${wordsOf(file.kind).One} approved.`}
      labels={{ acceptedReason: 'Reason' }}
      body={() =>
        warnings > 0 && reason.trim() === ''
          ? {
              code: 'invalid',
              message: 'The warnings need a decision.',
              fields: { acceptedReason: 'Enter why the warnings are accepted.' },
            }
          : { ...named(file), sha256: file.sha256, acceptedReason: reason.trim() || null }
      }
      onClose={onClose}
    >
      <p>
        You approve {titleOf(file)} as it was checked. Your approval is bound to the file and to the result of
        the check: it is void when either changes.
      </p>
      {typed.length > 0 && (
        <p>
          {typed.length === 1 ? '1 control total was' : `${typed.length} control totals were`} typed by{' '}
          {[...new Set(typed.map(({ byEmail }) => byEmail))].join(', ')}.
        </p>
      )}
      <p className="text-xs break-all text-muted">SHA-256 {file.sha256}</p>
      {warnings > 0 && (
        <TextField
          name="acceptedReason"
          label="Reason"
          hint={`Why ${warnings === 1 ? 'the warning is' : `the ${formatShares(warnings)} warnings are`} accepted. It is kept with the ${oneOf(file)}.`}
          required
          maxLength={2000}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </WriteDialog>
  );
}

function PostDialog({ file, onClose }: Props) {
  return (
    <WriteDialog
      operation="PostRegisterFile"
      title={`Post ${oneOf(file)}`}
      submit={`Post ${oneOf(file)}`}
      done="Posting started."
      labels={{}}
      body={() => named(file)}
      onClose={onClose}
    >
      <p>
        {file.kind === 'Bulk'
          ? `The rows of ${titleOf(file)} are carried out one after the other. What a rule refuses is refused with its reason; the others are posted. You can stop and continue: no row is written twice.`
          : `The whole register of ${titleOf(file)} is written to the books, or nothing. The file is checked again first. It can be taken back until something is entered afterwards.`}
      </p>
    </WriteDialog>
  );
}

function UndoDialog(props: Props) {
  return (
    <ReasonDialog
      {...props}
      operation="UndoRegisterFile"
      title="Take register back"
      submit="Take register back"
      done="Undo started."
      text={`${titleOf(props.file)} is deleted with its holders. The registry refuses this once anything was entered after it.`}
    />
  );
}

function DiscardDialog(props: Props) {
  return (
    <ReasonDialog
      {...props}
      operation="DiscardRegisterFile"
      title={`Discard ${oneOf(props.file)}`}
      submit={`Discard ${oneOf(props.file)}`}
      done={`${wordsOf(props.file.kind).One} discarded.`}
      text={`The file ${props.file.name} and its findings are deleted. Its digest, its history and your reason stay.${props.file.kind === 'Bulk' ? ' Rows that were posted stay posted.' : ''}`}
    />
  );
}

type ReasonProps = Props & {
  operation: 'UndoRegisterFile' | 'DiscardRegisterFile';
  title: string;
  submit: string;
  done: string;
  text: string;
};

function ReasonDialog({ file, onClose, text, ...rest }: ReasonProps) {
  const [reason, setReason] = useState('');
  return (
    <WriteDialog
      {...rest}
      labels={{ reason: 'Reason' }}
      body={() =>
        reason.trim() === ''
          ? { code: 'invalid', message: 'The reason is missing.', fields: { reason: 'Enter a reason.' } }
          : { ...named(file), reason: reason.trim() }
      }
      onClose={onClose}
    >
      <p>{text}</p>
      <TextField
        name="reason"
        label="Reason"
        required
        maxLength={2000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </WriteDialog>
  );
}
