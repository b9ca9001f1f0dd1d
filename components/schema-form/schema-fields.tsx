'use client';

import { controls, type Surroundings } from './controls.tsx';
import { PeriodPresets } from './day-presets.tsx';
import type { FormField } from './form-fields.ts';
import { asText } from './summary.ts';
import type { Value, Values } from './values.ts';

export type SchemaFieldsProps = {
  fields: readonly FormField[];
  values: Values;
  onChange: (name: string, value: Value) => void;
  around: Surroundings;
  /** Opens the options even when all have defaults: an error inside must be visible. */
  open: boolean;
};

const onePage = 4;
/** Forms up to this length show the account field, because it is a statement's main input. */
const short = 6;
const order: readonly FormField['group'][] = ['Who', 'When', 'What', 'Show', 'Order', 'Format'];
const first: readonly FormField['group'][] = ['Who', 'When', 'Format'];

const sorted = (fields: readonly FormField[]) =>
  [...fields].sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));

/**
 * A form built from the contract. Up to four fields are in one column. Longer forms start with issuer, dates
 * and format, then the contents; the filters are in a closed section whose title summarizes them.
 */
export function SchemaFields({ fields: all, values, onChange, around, open }: SchemaFieldsProps) {
  const fields = all.filter((field) => !field.withheld);
  const control = (field: FormField) => {
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
  };
  const to = fields.find(({ period }) => period === 'to');
  const draw = (list: readonly FormField[]) =>
    sorted(list).map((field) => {
      if (!to || field.period === null) return control(field);
      if (field.period === 'to') return null;
      return (
        <div key={field.name}>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            {control(field)}
            {control(to)}
          </div>
          <PeriodPresets
            from={`${values[field.name] ?? ''}`}
            to={`${values[to.name] ?? ''}`}
            today={around.today}
            onChange={(period) => {
              onChange(field.name, period.from);
              onChange(to.name, period.to);
            }}
          />
        </div>
      );
    });
  if (fields.length <= onePage) return draw(fields);
  const main = fields.filter(
    (field) => first.includes(field.group) && (field.control !== 'holder' || fields.length <= short),
  );
  const toggles = fields.filter((field) => field.group === 'Show');
  const rest = fields.filter((field) => !main.includes(field) && !toggles.includes(field));
  const set = rest.flatMap((field) => {
    const text = asText(field, values[field.name]);
    return text ? [`${field.title}: ${text}`] : [];
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
            Filters <span className="font-normal text-muted">· {set.join(', ') || 'none'}</span>
          </summary>
          <div className="mt-3 flex flex-col gap-4 pb-2">{draw(rest)}</div>
        </details>
      )}
    </>
  );
}
