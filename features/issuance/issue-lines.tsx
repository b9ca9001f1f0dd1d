'use client';

import { useState } from 'react';
import { SelectField, WholeNumberField } from '#components/form/fields';
import { useFormField } from '#components/form/form';
import type { Choices } from '#components/holder-record/holder-draft';
import { Button, IconButton } from '#components/ui/button';
import { formatShares } from '#lib/format/shares';
import { type IssuanceDraft, type Line, totalOf } from './issuance-draft.ts';

type Props = {
  draft: IssuanceDraft;
  onChange: (change: (draft: IssuanceDraft) => IssuanceDraft) => void;
  restrictions: Choices;
};

/** One line per certificate: shares and restriction. */
export function IssueLines({ draft, onChange, restrictions }: Props) {
  const { lines } = draft;
  const { id, error } = useFormField('certificates');
  const [text, setMessage] = useState('');
  const change = (at: number, part: Partial<Line>) =>
    onChange((now) => ({
      ...now,
      lines: now.lines.map((line, index) => (index === at ? { ...line, ...part } : line)),
    }));
  const add = () => {
    onChange((now) => {
      const last = now.lines.at(-1);
      const next = Math.max(...now.lines.map((line) => Number(line.id))) + 1;
      return {
        ...now,
        lines: [...now.lines, { id: `${next}`, shares: '', restriction: last?.restriction ?? 'N' }],
      };
    });
    setMessage(`Certificate ${lines.length + 1} added.`);
  };
  const drop = (at: number) => {
    onChange((now) => ({ ...now, lines: now.lines.filter((_, index) => index !== at) }));
    setMessage(`Certificate ${at + 1} removed.`);
  };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      className="outline-none"
    >
      <legend className="text-sm font-medium">Certificates</legend>
      <ol className="mt-1 flex flex-col gap-3">
        {lines.map((line, index) => (
          <li
            key={line.id}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,16rem)_2rem]"
          >
            <WholeNumberField
              name={`certificates[${index}].shares`}
              label={lines.length > 1 ? `Shares, no. ${index + 1}` : 'Shares'}
              required
              className="[&_input]:text-right [&_input]:tabular-nums"
              value={line.shares}
              onChange={(event) => change(index, { shares: event.target.value })}
            />
            <SelectField
              name={`certificates[${index}].restrictionCode`}
              label="Restriction"
              value={line.restriction}
              onChange={(event) => change(index, { restriction: event.target.value })}
              options={restrictions}
            />
            {lines.length > 1 && (
              <IconButton
                label={`Remove certificate ${index + 1}`}
                icon="close"
                className="mt-6"
                onClick={() => drop(index)}
              />
            )}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Button size="sm" onClick={add}>
          Add certificate
        </Button>
        {lines.length > 1 && (
          <span className="text-sm">
            Total <strong className="font-medium">{formatShares(totalOf(lines))}</strong> shares
          </span>
        )}
      </div>
      <p role="status" className="sr-only">
        {text}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
