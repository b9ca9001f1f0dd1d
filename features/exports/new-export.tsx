'use client';

import { useState } from 'react';
import { RadioField, TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { type IssuerChoice, IssuerPicker } from '#components/pickers/issuer-picker';
import { FileRequestForm, useFileRequest } from '#components/submission/file-request';
import { WriteNote } from '#components/submission/use-agent-write';
import { Section } from '#components/ui/text';
import { useApi } from '#lib/api/provider';
import { routes } from '#lib/routes';
import { formText, variantText } from './export-texts.ts';
import type { ExportFile } from './types.ts';

const every = 'all';
const labels = {
  customerIssuerIds: 'Issuer',
  form: 'Form',
  variant: 'Personal data',
  reason: 'Reason',
  password: 'Password',
  code: 'Code',
};

/** Chooses issuers and form, and begins an export. A later export is another request. */
export function NewExport({ issuers }: { issuers: readonly IssuerChoice[] }) {
  return (
    <Section title="New export">
      <FileRequestForm list="GetRegisterExports">
        {(onListed) => <ExportForm issuers={issuers} onListed={onListed} />}
      </FileRequestForm>
    </Section>
  );
}

type Sent = { body: Record<string, unknown>; reason: string | undefined };

function ExportForm({ issuers, onListed }: { issuers: readonly IssuerChoice[]; onListed: () => void }) {
  const { call } = useApi();
  const [issuer, setIssuer] = useState('');
  const [form, setForm] = useState<ExportFile['form']>('Archive');
  const [variant, setVariant] = useState<ExportFile['variant']>('Plain');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const write = useFileRequest<Sent>({
    post: async ({ body, reason: why }, idempotencyId) => {
      const made = await call('CreateRegisterExport', { idempotencyId, ...body } as never, { reason: why });
      return Number((made as ExportFile).registerExportId);
    },
    pageOf: (file) => routes.exports({ file }),
    onListed,
  });
  const press = () => {
    const fields: Record<string, string> = {};
    if (issuer === '') fields.customerIssuerIds = 'Choose an issuer.';
    if (issuer === every && form !== 'Archive')
      fields.customerIssuerIds = `A ${form === 'Workbook' ? 'workbook' : 'package'} has one issuer. Choose it.`;
    if (variant === 'Full' && reason.trim().length < 4) fields.reason = 'Enter a reason.';
    if (Object.keys(fields).length > 0)
      return setMissing({ code: 'invalid', message: 'Check the highlighted fields.', fields });
    setMissing(null);
    write.press({
      body: { customerIssuerIds: issuer === every ? null : [Number(issuer)], form, variant },
      reason: variant === 'Full' ? reason.trim() : undefined,
    });
  };
  if (write.isUnknown || write.isRefused)
    return <WriteNote isUnknown={write.isUnknown} isRefused={write.isRefused} onClose={onListed} />;
  return (
    <Form
      className="max-w-xl"
      pending={write.isPending || write.isDone}
      error={missing ?? write.failure}
      onSubmit={press}
      submit="Create export"
      pendingLabel="Sending…"
      labels={labels}
    >
      <IssuerPicker
        name="customerIssuerIds"
        label="Issuer"
        issuers={issuers}
        value={issuer}
        every={every}
        onChange={setIssuer}
      />
      <RadioField
        name="form"
        label="Form"
        value={form}
        onChange={(value) => {
          setForm(value as ExportFile['form']);
          // What was missing depends on the form.
          setMissing(null);
        }}
        options={[
          {
            value: 'Archive',
            label: formText.Archive,
            hint: 'Every table with its history, a data dictionary, the documents of items, an Open Cap Table package and a workbook of each issuer, and a manifest of SHA-256 digests. With all personal data it can be brought in elsewhere.',
          },
          {
            value: 'OpenCapTable',
            label: formText.OpenCapTable,
            hint: 'One issuer, for cap table systems. What has no place in the format is listed.',
          },
          {
            value: 'Workbook',
            label: formText.Workbook,
            hint: 'One issuer, to read in a spreadsheet program or to bring in elsewhere. What only an archive carries is listed.',
          },
        ]}
      />
      <RadioField
        name="variant"
        label="Personal data"
        value={variant}
        onChange={(value) => {
          setVariant(value as ExportFile['variant']);
          setMissing(null);
        }}
        options={[
          {
            value: 'Plain',
            label: variantText.Plain,
            hint: 'No names, addresses, tax IDs, access codes or documents. A workbook masks tax IDs.',
          },
          {
            value: 'Masked',
            label: variantText.Masked,
            hint: 'Names and addresses, and the last four digits of tax IDs. No access codes or documents. A package has no tax IDs.',
          },
          {
            value: 'Full',
            label: variantText.Full,
            hint: 'Everything, in an archive with documents. Recorded with your reason.',
          },
        ]}
      />
      {variant === 'Full' && (
        <TextField
          name="reason"
          label="Reason"
          hint="Kept in the audit trail."
          required
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {write.stepUp}
    </Form>
  );
}
