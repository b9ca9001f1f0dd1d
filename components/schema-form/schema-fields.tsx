'use client';

import { controls, type Surroundings } from './controls.tsx';
import type { FormField } from './form-fields.ts';
import { inWords } from './summary.ts';
import type { Value, Values } from './values.ts';

export type SchemaFieldsProps = {
  fields: readonly FormField[];
  values: Values;
  onChange: (name: string, value: Value) => void;
  around: Surroundings;
  /** Opens the options even when all are as usual: an error inside must be seen. */
  open: boolean;
};

const onePage = 4;
const first: readonly FormField['group'][] = ['Who', 'When', 'Format'];

/**
 * A form drawn from the contract. Up to four fields stand in one column; with more, who, when and format come first,
 * what to show next, and the selection folds away behind a line that says how it is set.
 */
export function SchemaFields({ fields, values, onChange, around, open }: SchemaFieldsProps) {
  const draw = (list: readonly FormField[]) =>
    list.map((field) => {
      const Control = controls[field.control];
      return (
        <Control
          key={field.name}
          field={field}
          value={values[field.name] ?? null}
          onChange={(value) => onChange(field.name, value)}
          around={around}
        />
      );
    });
  if (fields.length <= onePage) return draw(fields);
  const main = fields.filter((field) => first.includes(field.group) && field.control !== 'holder');
  const toggles = fields.filter((field) => field.group === 'Show');
  const rest = fields.filter((field) => !main.includes(field) && !toggles.includes(field));
  const set = rest.flatMap((field) => {
    const words = inWords(field, values[field.name]);
    return words ? [`${field.title}: ${words}`] : [];
  });
  return (
    <>
      {draw(main)}
      {toggles.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Also show</legend>
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">{draw(toggles)}</div>
        </fieldset>
      )}
      {rest.length > 0 && (
        <details open={open} className="border-y border-line py-2">
          <summary className="font-medium">
            Selection <span className="font-normal text-muted">· {set.join(', ') || 'everything'}</span>
          </summary>
          <div className="mt-3 flex flex-col gap-4 pb-2">{draw(rest)}</div>
        </details>
      )}
    </>
  );
}
