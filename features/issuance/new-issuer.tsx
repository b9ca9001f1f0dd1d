'use client';

import { CheckboxField, TextField } from '#components/form/fields';
import { Button } from '#components/ui/button';

type Props = {
  values: Readonly<Record<string, string>>;
  set: (name: string, value: string) => void;
  text: (name: string) => { value: string; onChange: (event: { target: { value: string } }) => void };
};

/**
 * An id the registry does not know creates a new issuer: needs an explicit confirmation, as it may be a typing
 * error.
 */
export function NewIssuer({ values, set, text }: Props) {
  const on = values.newIssuer === '1';
  return (
    <>
      <CheckboxField
        name="newIssuer"
        label="Issue for a company that is not in the registry yet"
        hint="The registry creates a new issuer. The issuer and its issuance stay pending until its agent activates it."
        checked={on}
        onChange={(event) => set('newIssuer', event.target.checked ? '1' : '')}
      />
      {on && (
        <div className="grid gap-4 rounded-md border border-l-4 border-warning/40 bg-warning-soft p-3 sm:grid-cols-2">
          <TextField
            name="customerIssuerId"
            label="New issuer ID"
            inputMode="numeric"
            required
            {...text('newIssuerId')}
          />
          <TextField
            name="newIssuerAgain"
            label="Confirm issuer ID"
            inputMode="numeric"
            required
            {...text('newIssuerAgain')}
          />
          {values.newIssuerId && (
            <p className="text-sm sm:col-span-2">Issuer {values.newIssuerId} will be created.</p>
          )}
          <Button size="sm" className="justify-self-start" onClick={() => set('newIssuer', '')}>
            Issue for this issuer instead
          </Button>
        </div>
      )}
    </>
  );
}
