'use client';

import { DateField, TextField } from '#components/form/fields';
import { useFormField } from '#components/form/form';
import { Button, IconButton } from '#components/ui/button';
import { FieldObstacles } from '../entry-context.tsx';
import { focusField } from './focus-field.ts';
import { add, drop, type ListProps, setIn } from './lists.ts';

const guaranteeFields = [
  ['signer', 'Signer', 300],
  ['program', 'Program', 20],
  ['prefix', 'Prefix', 1],
  ['serial', 'Serial number', 40],
  ['guarantorName', 'Guarantor', 300],
  ['capacity', 'Capacity', 100],
] as const;

/** Signature guarantees, one for each signer. */
export function GuaranteeFields({ form, change, check }: Pick<ListProps, 'form' | 'change' | 'check'>) {
  const { id } = useFormField('guarantees');
  const signer =
    check?.signers.find((name) => !form.guarantees.some((row) => row.values.signer === name)) ?? '';
  const set = setIn(change, 'guarantees');
  return (
    <>
      {form.guarantees.map((row, index) => (
        <div
          key={row.id}
          className="grid grid-cols-2 gap-2 border-b border-line pb-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_4rem_minmax(0,1fr)]"
        >
          {guaranteeFields.map(([name, label, max]) => (
            <TextField
              key={name}
              name={`guarantees[${index}].${name}`}
              label={label}
              maxLength={max}
              value={row.values[name] ?? ''}
              onChange={(event) =>
                set(row.id, {
                  [name]: name === 'prefix' ? event.target.value.toUpperCase() : event.target.value,
                })
              }
            />
          ))}
          <DateField
            name={`guarantees[${index}].date`}
            label="Date"
            className="col-span-2 sm:col-span-1"
            value={row.values.date ?? ''}
            onChange={(date) => set(row.id, { date })}
          />
          <div className="flex items-end">
            <IconButton
              label={`Remove guarantee ${index + 1}`}
              icon="close"
              onClick={() => {
                drop(change, 'guarantees', row.id);
                focusField(`${id}-add`);
              }}
            />
          </div>
          <div className="col-span-full">
            <FieldObstacles path={`guarantees[${index}]`} />
            <FieldObstacles path={`guarantees[${index}].prefix`} />
            <FieldObstacles path={`guarantees[${index}].date`} />
          </div>
        </div>
      ))}
      <FieldObstacles path="guarantees" />
      <Button
        id={`${id}-add`}
        size="sm"
        className="self-start"
        onClick={() => {
          add(change, 'guarantees', { signer });
          focusField(`${id}[${form.guarantees.length}].${signer ? 'program' : 'signer'}`);
        }}
      >
        Add signature guarantee
      </Button>
    </>
  );
}
