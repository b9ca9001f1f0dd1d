// Form that creates a report; its fields come from the contract.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useBooksFrom } from '#components/data/queries/use-books-from';
import { TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { missingIn, sameRequest } from '#components/schema-form/missing';
import { SchemaFields } from '#components/schema-form/schema-fields';
import { summarize } from '#components/schema-form/summary';
import {
  addressOf,
  everyIssuer,
  type FormSpec,
  readValues,
  requestOf,
  type Value,
} from '#components/schema-form/values';
import { type AuthMethods, useAuthMethods } from '#components/step-up/auth-methods';
import { reauthError, useTypedBefore } from '#components/step-up/provider-reauth';
import { StepUpFields } from '#components/step-up/step-up-fields';
import { replaceParams } from '#components/ui/browser/address-params';
import { LinkButton } from '#components/ui/button';
import { PageHeader } from '#components/ui/text';
import { useGenerate } from '#lib/api/generate';
import { runsQuery } from '#lib/api/runs';
import { confirmPassword } from '#lib/api/session';
import type { ReportCard } from '#lib/reports/catalogue';
import { booksSentence } from '#lib/reports/first-day';
import { readIssuer, routes } from '#lib/routes';
import { DuplicateRunNotice, madeBefore } from './duplicate-run-notice.tsx';
import { LabelDrawing, type LabelSheets } from './label-drawing.tsx';
import { personalData } from './personal-data.ts';
import { Preview } from './preview.tsx';

type Props = {
  report: ReportCard;
  spec: FormSpec;
  issuers: readonly { customerIssuerId: number; name: string }[];
  /** True for users who may list an issuer's holders, meetings and so on. */
  lists: boolean;
  /** Only for reports printed on labels. */
  sheets: LabelSheets | null;
  /** Only for reports that an officer certifies: the people known here, with the title they signed with last. */
  officers: readonly { name: string; title: string | null }[];
  today: string;
};

const settleMs = 250;
const chosenHere: readonly string[] = ['holder', 'proxy', 'dividend', 'transaction'];

/** Attaches the error to its field; all other inputs keep their values. */
const passwordRequested = (error: FormFailure, ways: AuthMethods): FormFailure => ({
  ...error,
  ...reauthError(ways, 'Enter your password to create this file. Your selections are unchanged.'),
});

/** A report's form. Every input is in the address, so the page can be mailed, bookmarked and reopened. */
export function WizardView({ report, spec, issuers, lists, sheets, officers, today }: Props) {
  const router = useRouter();
  const params = useSearchParams();
  const generate = useGenerate();
  const runs = useQuery(runsQuery());
  const leaving = useRef(false);
  const [drawn, setDrawn] = useState(false);
  const [reason, setReason] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const ways = useAuthMethods();
  useTypedBefore((typed) => {
    setReason(String(typed.reason ?? ''));
    return true;
  });
  const [values, setValues] = useState(() => {
    const read = readValues(spec, new URLSearchParams(params), today);
    const only = issuers.length === 1 ? `${issuers[0]?.customerIssuerId}` : null;
    const given = read[spec.issuerField] ?? null;
    const known = given === everyIssuer || issuers.some((one) => `${one.customerIssuerId}` === given);
    return { ...read, [spec.issuerField]: known ? given : only };
  });

  // The browser may have the list of runs before hydration; the server rendered without it.
  useEffect(() => setDrawn(true), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Replacing the address now would cancel the navigation to the run.
      if (!leaving.current) replaceParams(new URLSearchParams(addressOf(spec, values, today)));
    }, settleMs);
    return () => clearTimeout(timer);
  }, [spec, values, today]);

  const issuer = readIssuer(`${values[spec.issuerField] ?? ''}`);
  const issuerName = issuers.find((one) => one.customerIssuerId === issuer)?.name ?? null;
  const booksFrom = useBooksFrom(issuer);
  const warnings = personalData(spec, values);
  const needsReason = warnings.some((warning) => warning.secret);
  const stepUp = generate.error?.code === 'step_up_required';
  const shown =
    missing ?? (stepUp && generate.error ? passwordRequested(generate.error, ways) : generate.error);
  const titles = Object.fromEntries(spec.fields.map((field) => [field.name, field.title]));
  const folded = spec.fields.filter((field) => field.control === 'holder' || field.group === 'What');
  const before = drawn
    ? madeBefore(runs.data, (run) => run.endpoint === report.id && sameRequest(spec, values, run.input))
    : null;

  /** Objects belong to an issuer: when the issuer changes, the chosen object is cleared. */
  const change = (name: string, value: Value) =>
    setValues((now) => {
      const void_ =
        name === spec.issuerField && now[name] !== value
          ? spec.fields.filter((field) => chosenHere.includes(field.control) && now[name])
          : [];
      // The title goes with the person; one that was typed for somebody else does not.
      const officer = name === 'certifiedBy' ? officers.find((one) => one.name === value) : undefined;
      return {
        ...now,
        ...Object.fromEntries(void_.map((field) => [field.name, null])),
        ...(officer?.title ? { certifiedByTitle: officer.title } : {}),
        [name]: value,
      };
    });

  const create = async () => {
    const fields = missingIn(spec, values);
    if (needsReason && reason.trim().length < 4) fields.reason = 'Enter a reason.';
    if (stepUp && Object.keys(fields).length === 0) {
      const rejected = await confirmPassword(password, code);
      setCode('');
      if (rejected) {
        if (rejected.needsCode) setNeedsCode(true);
        else setPassword('');
        setMissing({ ...rejected, fields: rejected.fields ?? { password: rejected.message } });
        return;
      }
      setPassword('');
    }
    if (Object.keys(fields).length > 0) {
      setMissing({
        code: 'incomplete',
        message: 'Check the highlighted fields.',
        fields,
      });
      return;
    }
    setMissing(null);
    leaving.current = true;
    generate.mutate(
      {
        id: report.id,
        input: requestOf(spec, values),
        reason: needsReason ? reason.trim() : undefined,
        issuer,
      },
      {
        onSuccess: (run) => router.push(routes.run(run, issuer)),
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
          submit={`Create ${lowered(report.title)}`}
          pendingLabel="Creating…"
          labels={{ ...titles, reason: 'Reason', password: 'Password' }}
          aside={
            <LinkButton variant="quiet" href={issuer ? routes.issuerReports(issuer) : routes.reports()}>
              Cancel
            </LinkButton>
          }
        >
          {booksFrom && spec.fields.some(({ control }) => control === 'date') && (
            <p className="text-muted text-sm">{booksSentence(issuerName ?? 'this issuer', booksFrom)}</p>
          )}
          <SchemaFields
            fields={spec.fields}
            values={values}
            onChange={change}
            around={{
              ...{ issuers, issuer, today, lists },
              suggestions: { certifiedBy: officers.map(({ name }) => name) },
            }}
            open={folded.some(({ name }) => shown?.fields?.[name])}
          />
          {needsReason && (
            <TextField
              name="reason"
              label="Reason"
              hint="Saved in the audit trail with your name."
              required
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          {stepUp && (
            <StepUpFields
              hint="Required because the file contains confidential data."
              password={password}
              onPassword={setPassword}
              needsCode={needsCode}
              code={code}
              onCode={setCode}
              typed={() => ({ reason })}
            />
          )}
          {before && !generate.isPending && !generate.isSuccess && <DuplicateRunNotice run={before} />}
        </Form>
        <Preview
          texts={summarize(spec, values, { title: report.title, issuerName, formats: report.formats })}
          warnings={warnings}
        >
          {sheets && <LabelDrawing sheets={sheets} code={`${values.labelType ?? ''}`} />}
        </Preview>
      </div>
    </>
  );
}

/** 'Shareholder list' within a sentence; abbreviations keep their capitals. */
const lowered = (title: string) => title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
