// Form and button for account changes that need a recent authentication.

'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { request } from '#lib/api/call';
import { ApiError } from '#lib/api/error';
import { confirmPassword } from '#lib/api/session';
import { TextField } from '../form/fields.tsx';
import { Form, type FormFailure } from '../form/form.tsx';
import { Button } from '../ui/button.tsx';
import { codeLabel, useAuthMethods } from './auth-methods.tsx';
import { PasskeyFirst } from './passkey-first.tsx';
import { ProviderReauth } from './provider-reauth.tsx';

type Body = Record<string, unknown>;

type Props = {
  /** Path the change is sent to. */
  path: string;
  /** Sends the change when it takes more than one request. */
  send?: (body: Body) => Promise<unknown>;
  /** The request body, or the error of a missing input. */
  body: (data: FormData) => Body | FormFailure;
  /** The user has a second factor: its code is requested with the password. */
  needsCode: boolean;
  submit: string;
  pendingLabel: string;
  labels?: Readonly<Record<string, string>>;
  onDone: (response: unknown) => void;
  onCancel?: () => void;
  className?: string;
  children?: ReactNode;
};

const isFailure = (value: Body | FormFailure): value is FormFailure => 'message' in value && 'code' in value;

/** Password and code, for changes that need recent authentication. */
export function ProofFields({
  needsCode,
  hint,
  typed,
}: {
  needsCode: boolean;
  hint?: string;
  typed?: () => Body;
}) {
  const ways = useAuthMethods();
  if (!ways.password && !ways.code) return <ProviderReauth typed={typed} />;
  return (
    <PasskeyFirst>
      {ways.password && (
        <TextField
          name="proofPassword"
          label="Re-enter your password"
          hint={hint}
          type="password"
          autoComplete="current-password"
          className="max-w-sm"
        />
      )}
      {needsCode && (
        <TextField
          name="proofCode"
          label={codeLabel(ways)}
          autoComplete="one-time-code"
          className="max-w-sm"
        />
      )}
    </PasskeyFirst>
  );
}

/** A change of an account. When the last authentication is too old, requests it and sends the change again. */
export function ChangeForm(props: Props) {
  const { path, body, send, needsCode, submit, pendingLabel, labels, onDone, onCancel, className, children } =
    props;
  const router = useRouter();
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const [proving, setProving] = useState(false);
  const change = useMutation<unknown, ApiError, { body: Body; data: FormData }>({
    mutationFn: async ({ body: sent, data }) => {
      if (proving) {
        const text = (name: string) => String(data.get(name) ?? '');
        const rejected = await confirmPassword(text('proofPassword'), text('proofCode'));
        if (rejected)
          throw new ApiError('step_up_required', {
            message: rejected.message,
            fields: Object.fromEntries(
              Object.entries(rejected.fields ?? {}).map(([name, each]) => [
                name === 'code' ? 'proofCode' : 'proofPassword',
                each,
              ]),
            ),
          });
      }
      return send ? send(sent) : request(path, { method: 'POST', body: sent });
    },
    onSuccess: (response) => {
      setProving(false);
      onDone(response);
      router.refresh();
    },
    onError: (error) => {
      if (error.code === 'step_up_required') setProving(true);
    },
  });
  return (
    <Form
      className={className}
      pending={change.isPending}
      error={missing ?? change.error}
      onSubmit={(data) => {
        const sent = body(data);
        if (isFailure(sent)) return setMissing(sent);
        setMissing(null);
        change.mutate({ body: sent, data });
      }}
      submit={submit}
      pendingLabel={pendingLabel}
      labels={{ ...labels, proofPassword: 'Your password', proofCode: 'Code' }}
      aside={
        onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )
      }
    >
      {children}
      {proving && (
        <ProofFields
          needsCode={needsCode}
          hint="Required if you last entered it more than 10 minutes ago."
          typed={() => change.variables?.body ?? {}}
        />
      )}
    </Form>
  );
}

/** A change in two presses: the first shows its effect, the second makes it. */
export function ChangeButton({
  label,
  about,
  variant = 'secondary',
  body,
  children,
  ...rest
}: Omit<Props, 'onCancel' | 'className' | 'body'> & {
  label: string;
  /** A full sentence on the effect. */
  about: string;
  /** The request body; a function of the fields when `children` has fields. */
  body: Body | Props['body'];
  variant?: 'secondary' | 'danger';
}) {
  const [requested, setRequested] = useState(false);
  if (!requested)
    return (
      <Button variant={variant} onClick={() => setRequested(true)}>
        {label}
      </Button>
    );
  return (
    <ChangeForm
      {...rest}
      className="w-full rounded-md border border-rule bg-raised p-3"
      body={typeof body === 'function' ? body : () => body}
      onDone={(response) => {
        setRequested(false);
        rest.onDone(response);
      }}
      onCancel={() => setRequested(false)}
    >
      <p tabIndex={-1} ref={(node) => node?.focus()} className="outline-none">
        {about}
      </p>
      {children}
    </ChangeForm>
  );
}
