'use client';

import { useState } from 'react';
import { CheckboxField, SelectField, TextField } from '#components/form/fields';
import { WriteDialog } from '#components/submission/write-dialog';
import { ta2ValueError } from '#lib/contract/agent/ta2-form';
import { answerText } from './answer-text.ts';
import { type Line, lineName } from './lines.ts';

type Props = {
  line: Line;
  year: number;
  version: number;
  isSigned: boolean;
  onClose: (changed: boolean) => void;
};

const hints: Readonly<Record<string, string>> = {
  count: 'A whole number.',
  money: 'Dollars and cents, such as 1234.50.',
  percent: 'A whole percentage from 0 to 100.',
};

/** Separators, a dollar sign and a percent sign may be typed; they are not kept. */
const plain = (line: Line, typed: string) =>
  line.form.kind === 'count' || line.form.kind === 'money' || line.form.kind === 'percent'
    ? typed.replace(/[,$%\s]/g, '')
    : typed.trim();

/** Enters the answer of a line, or clears an entry. */
export function LineDialog({ line, year, version, isSigned, onClose }: Props) {
  const { form } = line;
  const isEntered = line.source === 'Entered';
  const [value, setValue] = useState(isEntered ? (line.answer ?? '') : '');
  const [reason, setReason] = useState('');
  const [isCleared, setCleared] = useState(false);
  const recorded = isEntered ? line.replaced : line.answer;
  const choices = form.kind === 'yes or no' ? ['Yes', 'No'] : form.choices;
  const body = () => {
    const answer = plain(line, value);
    const wrong = answer === '' ? 'Enter the answer.' : sentence(ta2ValueError(form, answer));
    const fields = {
      ...(wrong && !isCleared ? { value: wrong } : {}),
      ...(recorded !== null && !isCleared && reason.trim() === ''
        ? { reason: 'Enter why the recorded figure is corrected.' }
        : {}),
    };
    if (Object.keys(fields).length > 0)
      return { code: 'invalid', message: 'Check the highlighted fields.', fields };
    return {
      ...{ year, version, line: form.id },
      ...(isCleared ? { value: null } : { value: answer }),
      reason: reason.trim() || null,
    };
  };
  return (
    <WriteDialog
      operation="SetTA2Line"
      title={lineName(form)}
      submit={isCleared ? 'Clear entry' : 'Save answer'}
      done={isCleared ? 'Entry cleared.' : 'Answer saved.'}
      labels={{ value: 'Answer', reason: 'Reason', version: 'Version' }}
      body={body}
      onClose={onClose}
    >
      {isSigned && (
        <p className="rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          The worksheet is signed. A change takes the sign-off back.
        </p>
      )}
      {recorded !== null && <p>The records have {answerText(form, recorded)}.</p>}
      {!isCleared &&
        (choices ? (
          <SelectField
            name="value"
            label="Answer"
            required
            data-autofocus
            value={value}
            onChange={(event) => setValue(event.target.value)}
            options={[
              ...(value ? [] : [{ value: '', label: 'Select an answer' }]),
              ...choices.map((one) => ({ value: one, label: one })),
            ]}
          />
        ) : (
          <TextField
            name="value"
            label="Answer"
            hint={hints[form.kind]}
            required
            data-autofocus
            maxLength={1000}
            inputMode={form.kind === 'text' ? 'text' : form.kind === 'money' ? 'decimal' : 'numeric'}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        ))}
      {recorded !== null && !isCleared && (
        <TextField
          name="reason"
          label="Reason"
          hint="Why it differs from the records. It is printed on the worksheet."
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {isEntered && (
        <CheckboxField
          name="clear"
          label={recorded === null ? 'Clear the entry' : 'Clear the entry and use the recorded figure'}
          checked={isCleared}
          onChange={(event) => setCleared(event.target.checked)}
        />
      )}
    </WriteDialog>
  );
}

const sentence = (wrong: string | null) => (wrong === null ? null : `It ${wrong}.`);
