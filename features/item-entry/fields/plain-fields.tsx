// Fields of the item form that need no more than their type.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BoundField, CheckboxField, DateField, SelectField, TextField } from '#components/form/fields';
import { TransactionPicker } from '#components/pickers/transaction-picker';
import { cn } from '#components/ui/cn';
import { TextArea } from '#components/ui/input/inputs';
import { query } from '#lib/api/query';
import type { FieldSpec } from '../case-fields.ts';
import { ChoiceField, FieldObstacles } from '../entry-context.tsx';
import type { ItemForm } from '../item-form.ts';
import type { EntryChoices } from '../types.ts';
import { useAccountItems } from '../use-register.ts';
import { StopsField } from './stops-field.tsx';

type Props = {
  fields: readonly FieldSpec[];
  form: ItemForm;
  set: (part: Readonly<Record<string, string>>) => void;
  issuer: number | null;
  choices: Pick<EntryChoices, 'restrictions'>;
};

/** Fields that need no more than their type, side by side. */
export function PlainFields({ fields, ...rest }: Props) {
  // What is said of a whole part, such as the authority, is shown above its fields.
  const parts = new Set(fields.flatMap(({ path }) => (path.includes('.') ? [path.split('.')[0] ?? ''] : [])));
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {[...parts].map((part) => (
        <FieldObstacles key={part} path={part} className="sm:col-span-2" />
      ))}
      {fields.map((spec) => (
        <div
          key={spec.path}
          className={cn('flex min-w-0 flex-col gap-1', spec.type === 'paragraph' && 'sm:col-span-2')}
        >
          <PlainField spec={spec} {...rest} />
          {spec.type !== 'account' && <FieldObstacles path={spec.path} />}
        </div>
      ))}
    </div>
  );
}

type OneProps = Omit<Props, 'fields'> & { spec: FieldSpec };

function PlainField(props: OneProps) {
  const { spec, form, set, issuer, choices } = props;
  const { path, label, type, max, options = [] } = spec;
  const onFile = form.values[`${path}.onFile`];
  const hint = onFile ? `On file: ${onFile}. Empty: it stays.` : spec.hint;
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
  if (type === 'restriction' || type === 'decision')
    return (
      <SelectField
        {...common}
        value={value}
        onChange={onText}
        options={type === 'decision' ? decisions : [{ value: '', label: '–' }, ...choices.restrictions]}
      />
    );
  if (type === 'account') return <AccountField {...props} />;
  if (type === 'class') return <ClassField {...props} />;
  if (type === 'stops')
    return (
      <StopsField
        {...common}
        issuer={issuer}
        chosen={value}
        onChange={(stops) => set({ [path]: stops })}
        text={form.values[`${path}.text`] ?? ''}
        onText={(text) => set({ [`${path}.text`]: text })}
      />
    );
  if (type === 'transaction')
    return (
      <TransactionPicker
        {...common}
        hint={hint ?? ''}
        issuer={issuer}
        value={value}
        onChange={(id) => set({ [path]: id })}
      />
    );
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

const decisions = [
  { value: '', label: 'As checked' },
  { value: '1', label: 'Routine' },
  { value: '0', label: 'Not routine' },
];

/** The class of an issuance is the only one of the issuer, or chosen; elsewhere it follows from the certificates. */
function ClassField({ spec, form, set, issuer }: OneProps) {
  const { path, label } = spec;
  const { data } = useQuery({
    ...query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer }),
    enabled: issuer !== null,
  });
  const isChosen = form.values.kind === 'Issuance';
  const value = form.values[path] ?? '';
  const only = isChosen && value === '' && data?.length === 1 ? data[0] : undefined;
  useEffect(() => {
    if (only) set({ [path]: `${only.securityTypeId}` });
  });
  return (
    <SelectField
      name={path}
      label={label}
      required={isChosen}
      value={value}
      onChange={(event) => set({ [path]: event.target.value })}
      options={[
        { value: '', label: isChosen ? 'Choose' : 'That of the certificates' },
        ...(data ?? []).map((one) => ({ value: `${one.securityTypeId}`, label: one.securityType })),
      ]}
    />
  );
}

function AccountField({ spec, form, set, issuer }: OneProps) {
  const { items, empty, isLoading } = useAccountItems(issuer);
  const { path, label, hint } = spec;
  const chosen = form.values[path] ?? '';
  return (
    <ChoiceField
      name={path}
      label={label}
      hint={hint}
      items={items}
      empty={empty}
      isLoading={isLoading}
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
  <TextArea rows={2} maxLength={maxLength} value={value} onChange={(event) => onChange(event.target.value)} />
);
