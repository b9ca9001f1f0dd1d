'use client';

import type { ReactNode } from 'react';
import {
  CheckboxField,
  DateField,
  RadioField,
  SelectField,
  TextField,
  WholeNumberField,
} from '@/components/form/fields';
import { HolderPicker } from '@/components/pickers/holder-picker';
import { type IssuerChoice, IssuerPicker } from '@/components/pickers/issuer-picker';
import { SecurityTypePicker } from '@/components/pickers/security-type-picker';
import type { FormField } from './form-fields.ts';
import type { Value } from './values.ts';

/** What controls know of the form around them. */
export type Surroundings = {
  issuers: readonly IssuerChoice[];
  issuer: number | null;
  today: string;
  /** False for people who may not look through the holders; they type the account number. */
  holders: boolean;
};

export type ControlProps = {
  field: FormField;
  value: Value;
  onChange: (value: Value) => void;
  around: Surroundings;
};

type ControlOf = (props: ControlProps) => ReactNode;

const few = 3;
const text = (value: Value) => (typeof value === 'string' ? value : '');

function ChoiceControl({ field, value, onChange }: ControlProps) {
  const chosen = field.choices.find((choice) => choice.value === value);
  const change = (next: string) =>
    onChange(field.choices.find((choice) => `${choice.value}` === next)?.value ?? next);
  const options = field.choices.map((choice) => ({
    value: `${choice.value}`,
    label: choice.title,
    hint: choice.help,
  }));
  if (field.choices.length <= few) {
    return (
      <RadioField
        name={field.name}
        label={field.title}
        options={options}
        value={`${value}`}
        onChange={change}
      />
    );
  }
  return (
    <SelectField
      name={field.name}
      label={field.title}
      hint={chosen?.help ?? field.help}
      value={`${value}`}
      options={options}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** One component per word of the contract's control vocabulary; a new word does not compile until it has one. */
export const controls: Record<FormField['control'], ControlOf> = {
  issuer: ({ field, value, onChange, around }) => (
    <IssuerPicker
      name={field.name}
      label={field.title}
      issuers={around.issuers}
      value={text(value)}
      onChange={onChange}
    />
  ),
  date: ({ field, value, onChange, around }) => (
    <DateField
      name={field.name}
      label={field.title}
      hint={field.help}
      value={text(value)}
      // An emptied as-of date would mean today without saying so: it goes back to today, visibly.
      onChange={(date) => onChange(date || (field.initial === 'today' ? around.today : ''))}
      max={field.initial === 'today' ? around.today : undefined}
      className="max-w-md"
    />
  ),
  securityType: ({ field, value, onChange, around }) => (
    <SecurityTypePicker
      name={field.name}
      label={field.title}
      issuer={around.issuer}
      value={text(value)}
      onChange={onChange}
    />
  ),
  holder: ({ field, value, onChange, around }) =>
    around.holders ? (
      <HolderPicker
        name={field.name}
        label={field.title}
        hint={field.help}
        issuer={around.issuer}
        value={text(value)}
        onChange={onChange}
      />
    ) : (
      <TextField
        name={field.name}
        label={field.title}
        hint={field.help}
        value={text(value)}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
      />
    ),
  choice: ChoiceControl,
  toggle: ({ field, value, onChange }) => (
    <CheckboxField
      name={field.name}
      label={field.title}
      hint={field.help}
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  ),
  text: ({ field, value, onChange }) => (
    <TextField
      name={field.name}
      label={field.title}
      hint={field.help}
      value={text(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  number: ({ field, value, onChange }) => (
    <WholeNumberField
      name={field.name}
      label={field.title}
      hint={field.help}
      value={text(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
};
