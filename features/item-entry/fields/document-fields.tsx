'use client';

import { useState } from 'react';
import { DateField, SelectField, TextField } from '#components/form/fields';
import { useFormField } from '#components/form/form';
import { Button, IconButton } from '#components/ui/button';
import { Checkbox } from '#components/ui/input/inputs';
import { formatDate } from '#lib/format/dates';
import { FieldObstacles } from '../entry-context.tsx';
import { type Row, rowId } from '../item-form.ts';
import { focusField } from './focus-field.ts';
import { add, drop, type ListProps, setIn } from './lists.ts';

/** What a check needs to know of a document. */
const stated: Readonly<Record<string, readonly (readonly [name: string, label: string])[]>> = {
  LegalOpinion: [['shares', 'Shares it covers']],
  IndemnityBond: [['amount', 'Amount of the bond']],
  SmallEstateAffidavit: [['amount', 'Value of the estate']],
  CourtAppointment: [['state2Code', 'State of the court']],
};

/** Documents that the case asks for, each ticked where it was presented, and further ones. */
export function DocumentFields({ form, change, check, choices }: ListProps) {
  const { id } = useFormField('documents');
  const set = setIn(change, 'documents');
  const required = check?.requiredDocuments ?? [];
  const rowOf = (kinds: readonly string[]) =>
    form.documents.find(({ values }) => kinds.includes(values.kind ?? ''));
  const asked = new Set(required.flatMap(({ kinds }) => rowOf(kinds)?.id ?? []));
  const missing = required.flatMap(({ kinds, isPresent }) =>
    isPresent || rowOf(kinds) ? [] : [kinds[0] ?? 'Other'],
  );
  const isAsked = check?.obstacles.some(({ field, isCleared }) => field === 'documents' && !isCleared);
  const others = form.documents.filter(({ id }) => !asked.has(id));
  return (
    <>
      {check && required.length === 0 && !isAsked && (
        <p className="text-sm text-muted">No documents are asked for.</p>
      )}
      {missing.length > 1 && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => {
            change((now) => ({
              ...now,
              documents: [
                ...now.documents,
                ...missing.map((kind) => ({ id: rowId(), values: { kind, state: 'Original' } })),
              ],
            }));
            focusField(`${id}-add`);
          }}
        >
          All {missing.length} are here
        </Button>
      )}
      <ul className="flex flex-col empty:hidden">
        {required.map(({ kinds, title }) => {
          const row = rowOf(kinds);
          return (
            <li key={kinds.join()} className="py-1">
              <Checkbox
                label={`${title.charAt(0).toUpperCase()}${title.slice(1)}`}
                checked={row !== undefined}
                onChange={() =>
                  row
                    ? drop(change, 'documents', row.id)
                    : add(change, 'documents', { kind: kinds[0] ?? 'Other', state: 'Original' })
                }
              />
              {row && <DocumentDetails key={row.id} {...{ row, form, change, choices }} />}
            </li>
          );
        })}
        {others.map((row) => (
          <li key={row.id}>
            <div className="flex items-end gap-2 pb-1">
              <SelectField
                name={`documents[${form.documents.indexOf(row)}].kind`}
                label="Document"
                className="max-w-sm grow"
                value={row.values.kind ?? 'Other'}
                onChange={(event) => set(row.id, { kind: event.target.value })}
                options={choices.documents}
              />
              <IconButton
                label="Remove document"
                icon="close"
                onClick={() => {
                  drop(change, 'documents', row.id);
                  focusField(`${id}-add`);
                }}
              />
            </div>
            <DocumentDetails {...{ row, form, change, choices }} />
          </li>
        ))}
      </ul>
      <FieldObstacles path="documents" />
      <Button
        id={`${id}-add`}
        size="sm"
        className="self-start"
        onClick={() => {
          add(change, 'documents', { kind: 'Other', state: 'Original' });
          focusField(`${id}[${form.documents.length}].kind`);
        }}
      >
        Add document
      </Button>
    </>
  );
}

type DetailsProps = Pick<ListProps, 'form' | 'change' | 'choices'> & { row: Row };

/** State, date and reference of a document; folded, because a paper that is here needs none of them. */
function DocumentDetails({ row, form, change, choices }: DetailsProps) {
  const set = setIn(change, 'documents');
  const index = form.documents.indexOf(row);
  const { kind = '', state = 'Original', date = '', reference = '' } = row.values;
  const [isOpen, setOpen] = useState(kind in stated || kind === 'Other' || state !== 'Original');
  const stateText = choices.states.find(({ value }) => value === state)?.label ?? state;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="pl-6">
      <summary className="cursor-pointer text-sm text-muted">
        {[stateText, date && formatDate(date), reference].filter(Boolean).join(', ')}
      </summary>

      <div className="grid grid-cols-2 gap-2 pt-1 pb-2 sm:grid-cols-[8rem_10rem_minmax(0,1fr)]">
        <SelectField
          name={`documents[${index}].state`}
          label="State"
          value={row.values.state ?? 'Original'}
          onChange={(event) => set(row.id, { state: event.target.value })}
          options={choices.states}
        />
        <DateField
          name={`documents[${index}].date`}
          label="Date"
          value={row.values.date ?? ''}
          onChange={(date) => set(row.id, { date })}
        />
        <TextField
          name={`documents[${index}].reference`}
          label="Reference"
          maxLength={200}
          value={row.values.reference ?? ''}
          onChange={(event) => set(row.id, { reference: event.target.value })}
        />
        {(stated[row.values.kind ?? ''] ?? []).map(([name, label]) => (
          <TextField
            key={name}
            name={`documents[${index}].${name}`}
            label={label}
            maxLength={40}
            value={row.values[name] ?? ''}
            onChange={(event) => set(row.id, { [name]: event.target.value })}
          />
        ))}
        {row.values.state === 'Waived' && (
          <>
            <TextField
              name={`documents[${index}].waivedBy`}
              label="Waived by"
              maxLength={254}
              value={row.values.waivedBy ?? ''}
              onChange={(event) => set(row.id, { waivedBy: event.target.value })}
            />
            <TextField
              name={`documents[${index}].reason`}
              label="Reason of the waiver"
              className="sm:col-span-2"
              maxLength={1000}
              value={row.values.reason ?? ''}
              onChange={(event) => set(row.id, { reason: event.target.value })}
            />
          </>
        )}
      </div>
    </details>
  );
}
