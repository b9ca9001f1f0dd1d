'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { SelectField, TextField } from '../form/fields.tsx';
import { useFormField } from '../form/form.tsx';
import { Badge } from '../ui/badge.tsx';
import { cn } from '../ui/cn.ts';
import { countryOptions } from './countries.ts';
import type { DiffRow } from './holder-diff.ts';
import { type Choices, type HolderDraft, labelOf, nameModeOf, type Side, taxModeOf } from './holder-draft.ts';

export type HolderChoices = { accountTypes: Choices; taxIdTypes: Choices };

type Props = {
  draft: HolderDraft;
  onChange: (name: string, value: string) => void;
  choices: HolderChoices;
  /** `shareholder.` inside an issuance. */
  prefix?: string;
  /** Begins with the first name line in focus. */
  autoFocus?: boolean;
  /** Values on file and new values, for a change; absent for a new account. */
  diff?: readonly DiffRow[];
};

const FieldsContext = createContext<Props | null>(null);

const countryOf = (draft: HolderDraft, side: Side) => draft[`${side}.country2Code`] || 'US';

function useFields(): Props {
  const shared = useContext(FieldsContext);
  if (!shared) throw new Error('outside HolderFields');
  return shared;
}

/** The fields of a registration, required ones first, each with its value on file. */
export function HolderFields(props: Props) {
  const { draft, onChange, choices, diff, autoFocus, prefix = '' } = props;
  const { id } = useFormField(`${prefix}name`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields appear
  useEffect(() => {
    if (autoFocus) document.getElementById(id)?.focus();
  }, []);
  return (
    <FieldsContext value={props}>
      {diff && (
        <p
          aria-hidden="true"
          className="grid-cols-[14rem_minmax(0,1fr)] gap-x-6 border-b border-line pb-1 text-xs text-muted md:grid"
        >
          <span className="max-md:hidden">On file</span>
          <span className="max-md:hidden">New</span>
        </p>
      )}
      <Part title="Registration">
        <NameLines />
        <Text name="sortName" required hint="Family name, given names." />
        <Choice
          name="accountType"
          options={[
            ...(draft.accountType ? [] : [{ value: '', label: 'Leave unchanged' }]),
            ...choices.accountTypes,
          ]}
        />
      </Part>
      <Part title="Address">
        <Address side="primaryAddress" />
      </Part>
      <Part title="Tax ID">
        <TaxId side="primary" />
      </Part>
      <details
        className="group"
        open={draft.mailing === 'own' || taxModeOf(draft, 'secondary') !== 'none' || undefined}
      >
        <summary className="cursor-pointer border-b border-rule pb-1 font-title text-lg">
          Payees, second tax ID, mailing address
        </summary>
        <div className="mt-3 flex flex-col gap-4">
          <Text name="primaryPayeeName" hint="Name for payments, if it differs." />
          <TaxId side="secondary" />
          <Text name="secondaryPayeeName" />
          <Paired name="mailing">
            <SelectField
              name={`${props.prefix ?? ''}mailing`}
              label="Mailing address"
              value={draft.mailing ?? ''}
              onChange={(event) => {
                onChange('mailing', event.target.value);
                if (!draft['mailingAddress.country2Code']) onChange('mailingAddress.country2Code', 'US');
              }}
              options={[
                { value: '', label: 'Same as above' },
                { value: 'own', label: 'Another address' },
              ]}
            />
          </Paired>
          {draft.mailing === 'own' && <Address side="mailingAddress" />}
        </div>
      </details>
    </FieldsContext>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-4">
    <legend className="mb-3 w-full border-b border-rule pb-1 font-title text-lg">{title}</legend>
    {children}
  </fieldset>
);

/** The value on file, left of the field that may change it. */
function Paired({ name, bare, children }: { name: string; bare?: boolean | undefined; children: ReactNode }) {
  const { diff } = useFields();
  if (!diff) return children;
  const row = bare ? undefined : diff.find((one) => one.name === name);
  const onFile = bare ? '' : row?.before || '–';
  return (
    <div
      className={cn(
        'grid gap-x-6 gap-y-1 md:grid-cols-[14rem_minmax(0,1fr)]',
        row?.changed && '-ml-3 border-l-4 border-accent pl-2',
      )}
    >
      {onFile || row?.changed ? (
        <p className="min-w-0 text-sm break-words text-muted md:pt-6">
          <span className="md:sr-only">On file: </span>
          {onFile || '–'} {row?.changed && <Badge tone="accent">Changed</Badge>}
        </p>
      ) : (
        <span className="max-md:hidden" />
      )}
      <div className="min-w-0">{children}</div>
    </div>
  );
}

type FieldProps = {
  name: string;
  required?: boolean;
  hint?: string;
  className?: string;
  maxLength?: number;
  /** Its value on file is not known, so none is shown beside it. */
  bare?: boolean;
};

function Text({ name, bare, ...rest }: FieldProps) {
  const { draft, onChange, prefix = '' } = useFields();
  const side = name.split('.')[0] as Side;
  return (
    <Paired name={name} bare={bare}>
      <TextField
        {...rest}
        name={prefix + name}
        label={labelOf(name, countryOf(draft, side))}
        value={draft[name] ?? ''}
        onChange={(event) => onChange(name, event.target.value)}
      />
    </Paired>
  );
}

function Choice({ name, options, ...rest }: FieldProps & { options: Choices }) {
  const { draft, onChange, prefix = '' } = useFields();
  return (
    <Paired name={name}>
      <SelectField
        {...rest}
        name={prefix + name}
        label={labelOf(name)}
        value={draft[name] ?? ''}
        onChange={(event) => onChange(name, event.target.value)}
        options={options}
      />
    </Paired>
  );
}

/** The lines on file are known only joined: they are kept, or all of them are typed. */
function NameLines() {
  const { draft, onChange, diff, prefix = '' } = useFields();
  const onFile = diff?.find((row) => row.name === 'name')?.before;
  const isTyped = !onFile || nameModeOf(draft) === 'type';
  return (
    <>
      {onFile && (
        <Paired name="name">
          <SelectField
            name={`${prefix}nameMode`}
            label="Registered name"
            value={nameModeOf(draft)}
            onChange={(event) => onChange('nameMode', event.target.value)}
            options={[
              { value: 'keep', label: 'Leave unchanged' },
              { value: 'type', label: 'Change the registration' },
            ]}
          />
        </Paired>
      )}
      {onFile && isTyped && (
        <p className="text-sm text-muted">
          The registry shows the lines of a name as one. Enter each line on its own: your entry replaces all
          three lines.
        </p>
      )}
      {isTyped && (
        <>
          <Text name="name" required hint="As registered: given names, then the family name." bare />
          <Text name="name2" hint="A second person, or the next line of the registration." bare />
          <Text name="name3" bare />
        </>
      )}
    </>
  );
}

/** The country comes first: it decides the labels of the other lines and which are required. */
function Address({ side }: { side: Side }) {
  const { draft, diff } = useFields();
  const code = countryOf(draft, side);
  const options = useMemo(() => countryOptions(draft[`${side}.country2Code`] ?? ''), [draft, side]);
  const ruled = code === 'US' || code === 'CA';
  return (
    <div className={cn('grid gap-4', !diff && 'sm:grid-cols-2')}>
      <Choice name={`${side}.country2Code`} required options={options} className={cn(diff && 'max-w-sm')} />
      <Text name={`${side}.address1`} required />
      <Text name={`${side}.address2`} />
      <Text name={`${side}.city`} required />
      <Text name={`${side}.state`} required={ruled} className={cn(diff && 'max-w-xs')} />
      <Text name={`${side}.postalCode`} required={ruled} className={cn(diff && 'max-w-xs')} />
      <Text name={`${side}.email`} />
      <Text name={`${side}.phone`} className={cn(diff && 'max-w-xs')} />
      <Text name={`${side}.secondaryPhone`} className={cn(diff && 'max-w-xs')} />
    </div>
  );
}

/** The full number on file never reaches this page; it is kept, replaced by a typed one, or removed. */
function TaxId({ side }: { side: 'primary' | 'secondary' }) {
  const { draft, onChange, choices, diff, prefix = '' } = useFields();
  const mode = taxModeOf(draft, side);
  const onFile = diff?.find((row) => row.name === `${side}TaxId`)?.before ?? draft[`${side}TaxOnFile`];
  const second = side === 'secondary' ? 'Second tax ID' : 'Tax ID';
  const none = side === 'secondary' ? 'None' : 'None on file';
  return (
    <>
      <Paired name={`${side}TaxId`}>
        <div className="flex flex-col gap-2">
          <SelectField
            name={`${prefix}${side}TaxMode`}
            label={second}
            value={mode}
            onChange={(event) => onChange(`${side}TaxMode`, event.target.value)}
            className="max-w-sm"
            options={[
              ...(onFile ? [{ value: 'keep', label: `Leave ${onFile} unchanged` }] : []),
              { value: 'type', label: onFile ? 'Replace' : 'Enter' },
              { value: 'none', label: onFile ? 'Remove from record' : none },
            ]}
          />
          {mode === 'type' && (
            <TextField
              name={`${prefix}${side}TaxId`}
              label={`${second}, nine digits`}
              hint="Spaces and dashes are ignored. Not saved in this browser: re-enter it after a reload."
              inputMode="numeric"
              required
              maxLength={20}
              className="max-w-sm"
              value={draft[`${side}TaxId`] ?? ''}
              onChange={(event) => onChange(`${side}TaxId`, event.target.value)}
            />
          )}
        </div>
      </Paired>
      {mode !== 'none' && (
        <Choice
          name={`${side}TaxIdType`}
          required
          className="max-w-sm"
          options={[
            ...(draft[`${side}TaxIdType`] ? [] : [{ value: '', label: 'Choose' }]),
            ...choices.taxIdTypes,
          ]}
        />
      )}
    </>
  );
}
