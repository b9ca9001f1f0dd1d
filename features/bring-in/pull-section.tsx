// Form that imports a register from another registry.

'use client';

import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { CheckboxField, TextField, WholeNumberField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { FileRequestForm, useFileRequest } from '#components/submission/file-request';
import { WriteNote } from '#components/submission/use-agent-write';
import { useDialogWrite } from '#components/submission/write-dialog';
import { Section } from '#components/ui/text';
import { useApi } from '#lib/api/provider';
import { routes } from '#lib/routes';
import { type PullFields, pullBody } from './pull-fields.ts';
import type { RegisterFile } from './types.ts';

const labels = {
  base: 'Address',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  remoteIssuerId: 'Issuer there',
  newIssuerId: 'Number here',
  issuerKind: 'Kind of the issuer',
  certifiedBy: 'Certified by',
  accountPrefix: 'Account prefix',
  withoutHistory: 'Without the history',
  password: 'Password',
  code: 'Code',
};

/** The other beginning: the register is read from another registry. A later pull is another request. */
export function PullSection() {
  if (!useAgentOperations().has('CreateRegisterPull')) return null;
  return (
    <Section title="Pull from another registry">
      <p className="mb-3 max-w-prose">
        From an account at another agent whose registry has the same interface. Only operations that read are
        used, four requests a second. The register is then checked, approved and posted like a file.
      </p>
      <details className="border-y border-line py-2">
        <summary>Enter its address and the account</summary>
        <div className="mt-3">
          <FileRequestForm list="GetRegisterFiles">
            {(onListed) => <PullForm onListed={onListed} />}
          </FileRequestForm>
        </div>
      </details>
    </Section>
  );
}

const empty: PullFields = {
  base: '',
  clientId: '',
  clientSecret: '',
  remoteIssuerId: '',
  newIssuerId: '',
  issuerKind: '',
  certifiedBy: '',
  accountPrefix: '',
  withoutHistory: false,
};

function PullForm({ onListed }: { onListed: () => void }) {
  const { call } = useApi();
  const [fields, setFields] = useState(empty);
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const write = useFileRequest<Record<string, unknown>>({
    post: async (body, idempotencyId) => {
      const begun = await call('CreateRegisterPull', { idempotencyId, ...body } as never);
      return Number((begun as RegisterFile).registerFileId);
    },
    pageOf: (file) => routes.bringIn({ file }),
    onListed,
  });
  if (write.isUnknown || write.isRefused)
    return <WriteNote isUnknown={write.isUnknown} isRefused={write.isRefused} onClose={onListed} />;
  const bound = (name: Exclude<keyof PullFields, 'withoutHistory'>) => ({
    ...{ name, label: labels[name], value: fields[name] },
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  return (
    <Form
      className="max-w-xl"
      pending={write.isPending || write.isDone}
      error={missing ?? write.failure}
      onSubmit={() => {
        const made = pullBody(fields);
        setMissing(made.failure ?? null);
        if (made.body) write.press(made.body);
      }}
      submit="Pull register"
      pendingLabel="Sending…"
      labels={labels}
    >
      <TextField
        {...bound('base')}
        hint="Base address of its interface, such as https://registry.example/v2."
        required
        inputMode="url"
        maxLength={300}
      />
      <TextField
        {...bound('clientId')}
        hint="An API client of that registry that may read."
        required
        maxLength={200}
        autoComplete="off"
      />
      <SecretField {...bound('clientSecret')} />
      <WholeNumberField
        {...bound('remoteIssuerId')}
        hint="The number that the issuer has in that registry."
        required
        maxLength={15}
      />
      <WholeNumberField
        {...bound('newIssuerId')}
        hint="The number that it gets here. Blank: the same."
        maxLength={15}
      />
      <TextField
        {...bound('issuerKind')}
        hint="Such as Delaware corporation. The interface does not give it."
        maxLength={60}
      />
      <TextField
        {...bound('certifiedBy')}
        hint="Who certified the totals. Blank: the totals of the other registry."
        maxLength={200}
      />
      <TextField
        {...bound('accountPrefix')}
        hint="Put before every account number, where numbers are in use here. Blank: none."
        maxLength={20}
      />
      <CheckboxField
        name="withoutHistory"
        label={labels.withoutHistory}
        hint="The transactions of that registry are left out. The books here begin on the day of the pull."
        checked={fields.withoutHistory}
        onChange={(event) => setFields({ ...fields, withoutHistory: event.target.checked })}
      />
      {write.stepUp}
    </Form>
  );
}

type SecretProps = { value: string; onChange: (event: { target: { value: string } }) => void };

const SecretField = ({ value, onChange }: SecretProps) => (
  <TextField
    name="clientSecret"
    label="Client secret"
    hint="Used for this pull only and not kept. To continue after an interruption, enter it again."
    required
    type="password"
    autoComplete="off"
    maxLength={1000}
    value={value}
    onChange={onChange}
  />
);

/** Goes on with a pull that was stopped or interrupted, or that failed. A later version is another request. */
export const ContinuePull = (props: { file: RegisterFile; onChanged: () => void }) => (
  <ContinueForm key={props.file.version} {...props} />
);

function ContinueForm({ file, onChanged }: { file: RegisterFile; onChanged: () => void }) {
  const { registerFileId, version, pull } = file;
  const [clientId, setClientId] = useState(pull?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const write = useDialogWrite('ContinueRegisterPull', onChanged);
  if (write.isUnknown || write.isRefused)
    return <WriteNote isUnknown={write.isUnknown} isRefused={write.isRefused} onClose={onChanged} />;
  const press = () => {
    const blank = {
      ...(clientId.trim() === '' && { clientId: 'Enter the client ID.' }),
      ...(clientSecret === '' && { clientSecret: 'Enter the client secret.' }),
    };
    if (Object.keys(blank).length > 0)
      return setMissing({ code: 'invalid', message: 'Check the highlighted fields.', fields: blank });
    setMissing(null);
    write.press({ registerFileId, version, credentials: { clientId: clientId.trim(), clientSecret } });
  };
  return (
    <Form
      className="mb-3 max-w-xl"
      pending={write.isPending || write.isDone}
      error={missing ?? write.failure}
      onSubmit={press}
      submit="Continue the pull"
      pendingLabel="Sending…"
      labels={labels}
    >
      <TextField
        name="clientId"
        label="Client ID"
        required
        maxLength={200}
        autoComplete="off"
        value={clientId}
        onChange={(event) => setClientId(event.target.value)}
      />
      <SecretField value={clientSecret} onChange={(event) => setClientSecret(event.target.value)} />
      {write.stepUp}
    </Form>
  );
}
