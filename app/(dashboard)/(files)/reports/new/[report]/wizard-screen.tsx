'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useGenerate } from '#lib/api/generate';
import { signIn } from '#lib/api/session';
import type { ReportCard } from '#lib/reports/catalogue';
import { fileColumns } from '#lib/reports/columns';
import { routes } from '#lib/routes';
import { TextField } from '@/components/form/fields';
import { Form, type FormFailure } from '@/components/form/form';
import { SchemaFields } from '@/components/schema-form/schema-fields';
import { summarize } from '@/components/schema-form/summary';
import { addressOf, type FormSpec, readValues, requestOf, type Value } from '@/components/schema-form/values';
import { replaceParams } from '@/components/table/url-view';
import { LinkButton } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/text';
import { personalData } from './personal-data.ts';
import { Preview } from './preview.tsx';

type Props = {
  report: ReportCard;
  spec: FormSpec;
  issuers: readonly { customerIssuerId: number; name: string }[];
  email: string;
  /** True for people who may look through the holders of an issuer. */
  holders: boolean;
  today: string;
};

const settleMs = 250;

/** A search left standing in the box would make a file of nobody. */
const notAnAccount = (value: Value | undefined) =>
  typeof value === 'string' && value !== '' && !/^\S*\d\S*$/.test(value.trim());

/** The refusal with the field it is about; everything else that was filled in stays. */
const passwordWanted = (error: FormFailure): FormFailure => ({
  ...error,
  message: 'Enter your password again to make this file. Nothing you chose was lost.',
  fields: { password: 'Needed when the last sign-in is more than 10 minutes ago.' },
});

/** A report's form: every input lives in the address, so the page can be mailed, bookmarked and come back to. */
export function WizardScreen({ report, spec, issuers, email, holders, today }: Props) {
  const router = useRouter();
  const params = useSearchParams();
  const generate = useGenerate();
  const leaving = useRef(false);
  const [reason, setReason] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const [values, setValues] = useState(() => {
    const read = readValues(spec, new URLSearchParams(params), today);
    const only = issuers.length === 1 ? `${issuers[0]?.customerIssuerId}` : null;
    const given = issuers.some((one) => `${one.customerIssuerId}` === read[spec.issuerField])
      ? read[spec.issuerField]
      : null;
    return { ...read, [spec.issuerField]: given ?? only };
  });

  useEffect(() => {
    const timer = setTimeout(() => {
      // Writing the address would call back the way to the run.
      if (!leaving.current) replaceParams(new URLSearchParams(addressOf(spec, values, today)));
    }, settleMs);
    return () => clearTimeout(timer);
  }, [spec, values, today]);

  const issuer = values[spec.issuerField];
  const issuerName = issuers.find((one) => `${one.customerIssuerId}` === issuer)?.name ?? null;
  const warnings = personalData(spec, values);
  const needsReason = warnings.some((warning) => warning.secret);
  const stepUp = generate.error?.code === 'step_up_required';
  const shown = missing ?? (stepUp && generate.error ? passwordWanted(generate.error) : generate.error);
  const titles = Object.fromEntries(spec.fields.map((field) => [field.name, field.title]));
  const holder = spec.fields.find((field) => field.control === 'holder');
  const selection = [holder, ...spec.fields.filter((field) => field.group === 'What')].flatMap(
    (field) => field?.name ?? [],
  );

  const create = async () => {
    const fields: Record<string, string> = {};
    if (!issuer) fields[spec.issuerField] = 'Choose the issuer.';
    if (holder && notAnAccount(values[holder.name]))
      fields[holder.name] = 'This is a name, not an account number. Choose the holder from the list.';
    if (needsReason && reason.trim().length < 3) fields.reason = 'Say in a few words why this is needed.';
    if (stepUp && Object.keys(fields).length === 0) {
      const refused = await signIn(email, password);
      setPassword('');
      if (refused) {
        setMissing({ ...refused, fields: { password: refused.message } });
        return;
      }
    }
    if (Object.keys(fields).length > 0) {
      setMissing({
        code: 'incomplete',
        message: 'Something is missing before the report can be made.',
        fields,
      });
      return;
    }
    setMissing(null);
    leaving.current = true;
    generate.mutate(
      { id: report.id, input: requestOf(spec, values), reason: needsReason ? reason.trim() : undefined },
      {
        onSuccess: (run) => router.push(routes.run(run)),
        onError: () => {
          leaving.current = false;
        },
      },
    );
  };

  return (
    <>
      <PageHeader kicker="New report" title={report.title} description={report.summary} />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Form
          className="max-w-2xl"
          pending={generate.isPending || generate.isSuccess}
          error={shown}
          onSubmit={create}
          submit={`Create ${report.title.toLowerCase()}`}
          pendingLabel="Asking the registry…"
          labels={{ ...titles, reason: 'Reason', password: 'Password' }}
          aside={
            <LinkButton look="quiet" href={issuer ? routes.issuerReports(Number(issuer)) : routes.reports()}>
              Cancel
            </LinkButton>
          }
        >
          <SchemaFields
            fields={spec.fields}
            values={values}
            onChange={(name: string, value: Value) => setValues((before) => ({ ...before, [name]: value }))}
            around={{ issuers, issuer: issuer ? Number(issuer) : null, today, holders }}
            open={selection.some((name) => shown?.fields?.[name])}
          />
          {needsReason && (
            <TextField
              name="reason"
              label="Why this is needed"
              hint="Kept in the audit trail with your name."
              required
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          {stepUp && (
            <TextField
              name="password"
              label="Your password, once more"
              hint="Asked for because the file will hold secrets."
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Form>
        <Preview
          sentences={summarize(spec, values, { title: report.title, issuerName })}
          warnings={warnings}
          columns={fileColumns(report.id, requestOf(spec, values))}
        />
      </div>
    </>
  );
}
