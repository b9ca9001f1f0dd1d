// The input control for each type of field in a report form.

'use client';

import type { ReactNode } from 'react';
import {
  CheckboxField,
  DateField,
  RadioField,
  SelectField,
  TextField,
  WholeNumberField,
} from '../form/fields.tsx';
import { DividendPicker } from '../pickers/dividend-picker.tsx';
import { HolderPicker } from '../pickers/holder-picker.tsx';
import { type IssuerChoice, IssuerPicker } from '../pickers/issuer-picker.tsx';
import { type ObjectPickerProps, ProxyPicker } from '../pickers/proxy-picker.tsx';
import { SecurityTypePicker } from '../pickers/security-type-picker.tsx';
import { TransactionPicker } from '../pickers/transaction-picker.tsx';
import { DayPresets } from './day-presets.tsx';
import type { FormField } from './form-fields.ts';
import { everyIssuer, type Value } from './values.ts';

/** What controls know of their form. */
export type Surroundings = {
  issuers: readonly IssuerChoice[];
  issuer: number | null;
  today: string;
  /** False for users who may not list an issuer's holders, meetings and so on; they type the number. */
  lists: boolean;
  /** Known values of text fields, by name; others may be typed. */
  suggestions?: Readonly<Record<string, readonly string[]>>;
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

/** The number of an object, for users who may not see its list. */
const typed = (where: string): ControlOf =>
  function TypedObject({ field, value, onChange }) {
    return (
      <WholeNumberField
        name={field.name}
        label={`${field.title} number`}
        hint={`${where} You do not have access to that list. Ask the issuer or its transfer agent for the number.`}
        required
        value={text(value)}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  };

function objectControl(Picker: (props: ObjectPickerProps) => ReactNode, where: string): ControlOf {
  const Typed = typed(where);
  return function ObjectControl(props) {
    const { field, value, onChange, around } = props;
    if (!around.lists) return <Typed {...props} />;
    return (
      <Picker
        name={field.name}
        label={field.title}
        hint={field.help}
        issuer={around.issuer}
        value={text(value)}
        onChange={onChange}
      />
    );
  };
}

function DateControl({ field, value, onChange, around }: ControlProps) {
  const bounded = field.initial === 'today' || field.period !== null;
  return (
    <div>
      <DateField
        name={field.name}
        label={field.title}
        hint={field.help}
        value={text(value)}
        // An empty as-of date would silently mean today, so today's date is filled in.
        onChange={(date) => onChange(date || (bounded ? around.today : ''))}
        max={bounded ? around.today : undefined}
        className="max-w-md"
      />
      {field.period === null && bounded && (
        <DayPresets
          value={text(value)}
          today={around.today}
          onChange={onChange}
          issuer={around.lists ? around.issuer : null}
        />
      )}
    </div>
  );
}

/** One component per control type of the contract; a new type does not compile without one. */
export const controls: Record<FormField['control'], ControlOf> = {
  issuer: ({ field, value, onChange, around }) => (
    <IssuerPicker
      name={field.name}
      label={field.title}
      issuers={around.issuers}
      value={text(value)}
      every={field.every ? everyIssuer : undefined}
      onChange={onChange}
    />
  ),
  date: DateControl,
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
    around.lists ? (
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
  proxy: objectControl(ProxyPicker, 'The number of the meeting in the proxy list.'),
  dividend: objectControl(DividendPicker, 'The number of the dividend in the dividend list.'),
  transaction: objectControl(TransactionPicker, "The registry's number of a completed transaction."),
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
  text: ({ field, value, onChange, around }) => {
    const known = around.suggestions?.[field.name] ?? [];
    const list = known.length > 0 ? `${field.name}-known` : undefined;
    return (
      <>
        <TextField
          name={field.name}
          label={field.title}
          hint={
            list
              ? `${field.help ?? ''} Choose one of the names known here, or type another.`.trim()
              : field.help
          }
          value={text(value)}
          list={list}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
        {list && (
          <datalist id={list}>
            {known.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        )}
      </>
    );
  },
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
