'use client';

import { BoundField, CheckboxField, DateField, SelectField, TextField } from '#components/form/fields';
import { cn } from '#components/ui/cn';
import { useField } from '#components/ui/input/field';
import { controlClass } from '#components/ui/input/inputs';
import type { FieldSpec } from './case-fields.ts';
import { ChoiceField, FieldObstacles } from './entry-context.tsx';
import type { ItemForm } from './item-form.ts';
import { useAccountItems } from './use-register.ts';

type Props = {
  fields: readonly FieldSpec[];
  form: ItemForm;
  set: (part: Readonly<Record<string, string>>) => void;
  issuer: number | null;
};

/** Fields that need no more than their type, side by side. */
export function PlainFields({ fields, form, set, issuer }: Props) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {fields.map((spec) => (
        <div
          key={spec.path}
          className={cn('flex min-w-0 flex-col gap-1', spec.type === 'paragraph' && 'sm:col-span-2')}
        >
          <PlainField spec={spec} form={form} set={set} issuer={issuer} />
          {spec.type !== 'account' && <FieldObstacles path={spec.path} />}
        </div>
      ))}
    </div>
  );
}

function PlainField({ spec, form, set, issuer }: Omit<Props, 'fields'> & { spec: FieldSpec }) {
  const { path, label, hint, type, max, options = [] } = spec;
  const value = form.values[path] ?? '';
  const common = { name: path, label, hint };
  const onText = (event: { target: { value: string } }) => set({ [path]: event.target.value });
  if (type === 'date')
    return <DateField {...common} value={value} onChange={(date) => set({ [path]: date })} />;
  if (type === 'select')
    return (
      <SelectField
        {...common}
        value={value}
        onChange={onText}
        options={[{ value: '', label: '–' }, ...options]}
      />
    );
  if (type === 'yes')
    return (
      <CheckboxField
        name={path}
        label={label}
        className="sm:pt-6"
        checked={value === '1'}
        onChange={(event) => set({ [path]: event.target.checked ? '1' : '' })}
      />
    );
  if (type === 'account') return <AccountField spec={spec} form={form} set={set} issuer={issuer} />;
  if (type === 'paragraph')
    return (
      <BoundField {...common}>
        <Lines value={value} maxLength={max} onChange={(text) => set({ [path]: text })} />
      </BoundField>
    );
  const isNumber = type === 'shares' || type === 'money' || type === 'whole';
  return (
    <TextField
      {...common}
      value={value}
      onChange={onText}
      maxLength={max}
      inputMode={type === 'money' ? 'decimal' : isNumber ? 'numeric' : undefined}
    />
  );
}

function AccountField({ spec, form, set, issuer }: Omit<Props, 'fields'> & { spec: FieldSpec }) {
  const { items, empty } = useAccountItems(issuer);
  const { path, label, hint } = spec;
  const chosen = form.values[path] ?? '';
  return (
    <ChoiceField
      name={path}
      label={label}
      hint={hint}
      items={items}
      empty={empty}
      placeholder="Name or account number"
      text={form.values[`${path}.text`] ?? chosen}
      chosen={chosen}
      onText={(text) => set({ [`${path}.text`]: text, [path]: '' })}
      onChoose={(item) => set({ [`${path}.text`]: item.label, [path]: item.id })}
    />
  );
}

type LinesProps = { value: string; maxLength?: number; onChange: (text: string) => void };

const Lines = ({ value, maxLength, onChange }: LinesProps) => (
  <textarea
    {...useField()}
    rows={2}
    maxLength={maxLength}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={cn(controlClass, 'py-1')}
  />
);
