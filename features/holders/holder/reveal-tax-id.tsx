'use client';

import { useEffect, useState } from 'react';
import { TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { useAuthMethods } from '#components/step-up/auth-methods';
import { reauthError, useTypedBefore } from '#components/step-up/provider-reauth';
import { StepUpFields } from '#components/step-up/step-up-fields';
import { Button } from '#components/ui/button';
import { request } from '#lib/api/call';
import { ApiError, isApiError } from '#lib/api/error';
import { confirmPassword } from '#lib/api/session';

export type RevealProps = {
  issuer: number;
  account: string;
  field: 'primaryTaxId' | 'secondaryTaxId';
  /** 'Tax ID', 'Second tax ID'. */
  label: string;
};

type Revealed = { state: 'shown' | 'none' | 'masked'; value: string | null; hideAfterSeconds: number };

const reasonMin = 4;

/**
 * One tax id in full, after a reason was given. A separate request reads it, and only this component keeps it.
 * It is hidden after a minute, when the window loses focus, and in print.
 */
export function RevealTaxId({ issuer, account, field, label }: RevealProps) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<Revealed | null>(null);
  const [typed, setTyped] = useState('');
  useTypedBefore((before) => {
    if (before.field !== field) return false;
    setTyped(String(before.reason ?? ''));
    setOpen(true);
    return true;
  });
  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(null);
    const timer = setTimeout(hide, shown.hideAfterSeconds * 1000);
    const left = () => document.visibilityState === 'hidden' && hide();
    document.addEventListener('visibilitychange', left);
    window.addEventListener('pagehide', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', left);
      window.removeEventListener('pagehide', hide);
    };
  }, [shown]);
  const what = lowered(label);
  if (shown) {
    return (
      <div className="mt-2 flex flex-wrap items-center gap-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 print:hidden">
        <p role="status">{textOf(shown, label)}</p>
        <Button size="sm" onClick={() => setShown(null)}>
          {shown.state === 'shown' ? 'Hide number' : 'Close'}
        </Button>
      </div>
    );
  }
  if (!open) {
    return (
      <Button size="sm" className="mt-2 mr-2 print:hidden" onClick={() => setOpen(true)}>
        Show full {what}…
      </Button>
    );
  }
  const address = `/api/holders/${encodeURIComponent(account)}/tax-id/reveal`;
  const send = async (reason: string) => {
    setShown((await request(address, { method: 'POST', body: { issuer, field, reason } })) as Revealed);
    setOpen(false);
  };
  return <ReasonForm {...{ label, field, typed, request: send }} onCancel={() => setOpen(false)} />;
}

/** 'Tax ID' → 'tax ID', for use within a sentence. */
const lowered = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

function textOf({ state, value }: Revealed, label: string) {
  if (state === 'none') return `No ${lowered(label)} on file.`;
  if (state === 'masked') return 'The registry does not provide the full number.';
  return (
    <>
      {label}: <strong className="font-mono">{value}</strong>. Hidden again in one minute.
    </>
  );
}

type ReasonFormProps = {
  label: string;
  field: string;
  /** The reason typed before the user left to re-authenticate. */
  typed: string;
  request: (reason: string) => Promise<void>;
  onCancel: () => void;
};

function ReasonForm({ label, field, typed, request, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState(typed);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needs, setNeeds] = useState({ password: false, code: false });
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<FormFailure | null>(null);
  const ways = useAuthMethods();

  const confirmed = async () => {
    if (!needs.password) return true;
    const rejected = await confirmPassword(password, code);
    if (!rejected) return true;
    setNeeds({ password: true, code: needs.code || rejected.needsCode });
    setError({ ...rejected, fields: rejected.fields ?? { password: [rejected.message] } });
    return false;
  };
  const submit = async () => {
    if (reason.trim().length < reasonMin) {
      setError({
        code: 'invalid',
        message: 'Enter a reason.',
        fields: { reason: 'Enter a reason.' },
      });
      return;
    }
    setPending(true);
    try {
      if (await confirmed()) await request(reason.trim());
    } catch (cause) {
      const known = isApiError(cause) ? cause : new ApiError('failed');
      const { code: name, message, fields, requestId } = known;
      if (name === 'step_up_required') setNeeds({ ...needs, password: true });
      setError(
        name === 'step_up_required'
          ? { code: name, ...reauthError(ways, message) }
          : { code: name, message, fields, requestId },
      );
    } finally {
      setPassword('');
      setPending(false);
    }
  };
  return (
    <Form
      className="mt-2 max-w-md print:hidden"
      pending={pending}
      error={error}
      onSubmit={submit}
      submit={`Show ${lowered(label)}`}
      pendingLabel={`Loading ${lowered(label)}…`}
      labels={{ reason: 'Reason', password: 'Password', code: 'Code' }}
      aside={
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <TextField
        name="reason"
        label="Reason"
        hint="Saved in the audit trail with your name and this account."
        required
        autoFocus
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {needs.password && (
        <StepUpFields
          password={password}
          onPassword={setPassword}
          needsCode={needs.code}
          code={code}
          onCode={setCode}
          typed={() => ({ field, reason })}
        />
      )}
    </Form>
  );
}
