'use client';

import { CheckboxField, DateField, SelectField, TextField, WholeNumberField } from '#components/form/fields';
import { causeKinds } from '#lib/contract/agent/difference-kinds';
import { asOptions, basisOptions, notStated } from './options.ts';
import type { TypedFacts } from './typed-facts.ts';

type Props = {
  typed: TypedFacts;
  onChange: (typed: TypedFacts) => void;
  openedOn: string;
  today: string;
};

/** Fields of what is known about a record difference; those of an over-issuance only for one. */
export function FactFields({ typed, onChange, openedOn, today }: Props) {
  const put = (part: Partial<TypedFacts>) => onChange({ ...typed, ...part });
  const day = (name: 'since' | 'discovered' | 'letter' | 'boughtInOn', max = today) => ({
    max,
    value: typed[name],
    onChange: (value: string) => put({ [name]: value }),
  });
  const text = (
    name: Exclude<keyof TypedFacts, 'isOverIssuance' | 'isByPriorAgent'>,
    maxLength?: number,
  ) => ({
    maxLength,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => put({ [name]: event.target.value }),
  });
  return (
    <>
      <DateField
        name="existedSince"
        label="Existed since"
        hint="Its age counts from this day. Leave empty if no day before it was found is known."
        {...day('since', openedOn || today)}
      />
      <SelectField name="basis" label="Basis" required {...text('basis')} options={basisOptions} />
      <TextField
        name="cause"
        label="Cause"
        hint="Such as: certificate presented that the register shows as canceled."
        required
        {...text('cause', 200)}
      />
      <SelectField
        name="causeKind"
        label="Kind of cause"
        {...text('causeKind')}
        options={[notStated, ...asOptions(causeKinds)]}
      />
      <TextField
        name="certificates"
        label="Certificates"
        hint="Their numbers as printed, such as CS-1201, CS-1202. They need not be in the register."
        {...text('certificates', 2000)}
      />
      <TextField
        name="customerShareholderId"
        label="Account"
        hint="The number of the holder’s account, if the difference is about one holder."
        className="max-w-xs"
        {...text('account', 255)}
      />
      <TextField
        name="itemId"
        label="Item"
        hint="The number of the item of the work queue with which it was found."
        inputMode="numeric"
        className="max-w-xs"
        {...text('item')}
      />
      <CheckboxField
        name="isByPriorAgent"
        label="Caused by a prior agent"
        checked={typed.isByPriorAgent}
        onChange={(event) => put({ isByPriorAgent: event.target.checked })}
      />
      <CheckboxField
        name="isOverIssuance"
        label="Over-issuance: more paper is out than the books allow"
        checked={typed.isOverIssuance}
        onChange={(event) => put({ isOverIssuance: event.target.checked })}
      />
      {typed.isOverIssuance && (
        <>
          <DateField
            name="discoveredOn"
            label="Discovered"
            hint="The 60 days to the buy-in count from this day. Leave empty if it is the day it was found."
            {...day('discovered')}
          />
          <DateField
            name="letterOn"
            label="Letter"
            hint="The day of a letter that promises the return of the paper: 30 days more to the buy-in."
            {...day('letter')}
          />
          <TextField
            name="bond"
            label="Bond"
            hint="Surety and number of a bond that replaces the buy-in."
            {...text('bond', 200)}
          />
          <DateField
            name="boughtInOn"
            label="Bought in"
            hint="The day of the buy-in."
            {...day('boughtInOn')}
          />
          <WholeNumberField
            name="boughtInShares"
            label="Shares bought in"
            className="max-w-xs"
            {...text('boughtInShares', 24)}
          />
          <TextField
            name="boughtInPrice"
            label="Price per share"
            hint="Dollars, such as 12.50."
            inputMode="decimal"
            className="max-w-xs"
            {...text('boughtInPrice', 17)}
          />
          <TextField name="boughtInFrom" label="Bought from" {...text('boughtInFrom', 200)} />
        </>
      )}
      <TextField name="note" label="Note" {...text('note', 1000)} />
    </>
  );
}
