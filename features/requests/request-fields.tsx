'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DateField, RadioField, SelectField, TextField, WholeNumberField } from '#components/form/fields';
import { countryOptions } from '#components/holder-record/countries';
import { HolderPicker } from '#components/pickers/holder-picker';
import { query } from '#lib/api/query';
import { labels, options, type Typed } from './model.ts';

type Props = {
  issuer: number;
  today: string;
  typed: Typed;
  set: (name: string, value: string) => void;
};

/** Fields of a form by the contract's names, with their labels. */
function bind({ typed, set }: Props) {
  const common = (name: string) => ({ name, label: labels[name], value: typed[name] ?? '' });
  return {
    text: (name: string) => ({
      ...common(name),
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    day: (name: string) => ({ ...common(name), onChange: (value: string) => set(name, value) }),
  };
}

const pair = 'grid gap-4 sm:grid-cols-2';

export function IssuanceFields(props: Props) {
  const { issuer, typed, set } = props;
  const { text, day } = bind(props);
  const { data: classes } = useQuery(query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer }));
  const chosen = typed['issuance.securityTypeId'];
  return (
    <>
      <div className={pair}>
        <SelectField
          {...text('issuance.securityTypeId')}
          required
          options={[
            ...(chosen ? [] : [{ value: '', label: classes ? 'Select a class' : 'Loading classes…' }]),
            ...(classes ?? []).map((one) => ({ value: `${one.securityTypeId}`, label: one.securityType })),
          ]}
        />
        <WholeNumberField {...text('issuance.shares')} required maxLength={26} />
      </div>
      <RadioField
        name="holder"
        label="Holder"
        value={typed.holder}
        onChange={(value) => set('holder', value)}
        options={[
          { value: 'known', label: 'Existing holder' },
          { value: 'new', label: 'New holder' },
        ]}
      />
      {typed.holder === 'new' ? (
        <NewHolder {...props} />
      ) : (
        <HolderPicker
          name="issuance.customerShareholderId"
          label="Account"
          hint="Search by name or account number."
          issuer={issuer}
          value={typed['issuance.customerShareholderId'] ?? ''}
          onChange={(value) => set('issuance.customerShareholderId', value)}
        />
      )}
      <div className={pair}>
        <SelectField {...text('issuance.certificateType')} options={options.form} />
        <SelectField {...text('issuance.restrictionCode')} options={options.restriction} />
      </div>
      <TextField
        {...text('issuance.legend')}
        hint="Its text, or leave empty for the usual legend of the restriction."
        maxLength={2000}
      />
      <TextField
        {...text('issuance.authority')}
        required
        hint="Such as: resolution of the board of Nov 18, 2026; reserve of the 2024 plan."
        maxLength={500}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <DateField {...day('issuance.authorityDate')} />
        <DateField {...day('issuance.effectiveDate')} hint="Empty: the day of posting." />
        <TextField
          {...text('issuance.pricePerShare')}
          hint="Dollars, if shares are paid for."
          inputMode="decimal"
          maxLength={24}
        />
      </div>
    </>
  );
}

function NewHolder(props: Props) {
  const { text } = bind(props);
  const country = props.typed['issuance.address.country2Code'] ?? '';
  const countries = useMemo(() => countryOptions(country), [country]);
  const hasStates = country === 'US' || country === 'CA';
  const of = (name: string) => text(`issuance.address.${name}`);
  return (
    <>
      <TextField
        {...text('issuance.holderName')}
        required
        hint="As it shall be registered. Send the tax form with the documents."
        maxLength={300}
      />
      <div className={pair}>
        <SelectField {...of('country2Code')} required options={countries} />
        <TextField {...of('address1')} required maxLength={100} />
        <TextField {...of('address2')} maxLength={100} />
        <TextField {...of('city')} required maxLength={100} />
        <TextField {...of('state')} required={hasStates} maxLength={60} />
        <TextField {...of('postalCode')} required={hasStates} maxLength={20} />
        <TextField {...of('email')} maxLength={254} />
      </div>
    </>
  );
}

export function ListFields(props: Props) {
  const { today } = props;
  const { text, day } = bind(props);
  return (
    <>
      <div className={pair}>
        <SelectField {...text('holderList.list')} required options={options.list} />
        <SelectField {...text('holderList.format')} required options={options.format} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <DateField {...day('holderList.recordDate')} required />
        <DateField {...day('holderList.meetingDate')} />
        <DateField {...day('holderList.neededBy')} required min={today} />
      </div>
    </>
  );
}

const yesNo = [
  { value: '', label: 'Not stated' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export function ContactFields(props: Props) {
  const { typed } = props;
  const { text, day } = bind(props);
  const action = typed['contactChange.action'];
  const hint = action === 'Change' ? 'Leave empty what stays.' : undefined;
  return (
    <>
      <div className={pair}>
        <SelectField {...text('contactChange.action')} required options={options.action} />
        <DateField {...day('contactChange.effectiveDate')} required />
      </div>
      <TextField {...text('contactChange.name')} required maxLength={200} />
      {action !== 'End' && (
        <>
          <TextField
            {...text('contactChange.title')}
            hint={hint ?? 'Such as: corporate secretary.'}
            required={action === 'Add'}
            maxLength={200}
          />
          <div className={pair}>
            <TextField {...text('contactChange.email')} maxLength={254} />
            <TextField {...text('contactChange.phone')} maxLength={40} />
          </div>
          <TextField {...text('contactChange.address')} maxLength={400} />
          <div className={pair}>
            <SelectField {...text('contactChange.mayInstructIssuance')} options={yesNo} />
            <SelectField {...text('contactChange.mayReceiveLists')} options={yesNo} />
          </div>
        </>
      )}
    </>
  );
}
