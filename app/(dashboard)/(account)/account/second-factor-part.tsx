'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import { routes } from '#lib/routes';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Button, buttonLook } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';

type Props = {
  /** Since when it is set up, in words; null when it is not. */
  since: string | null;
  codesLeft: number;
  hasPassword: boolean;
  /** The person's role must have one. */
  required: boolean;
};

/** Codes are shown on a page of their own, loaded whole so that nothing of them stays in memory. */
const toCodes = () => window.location.assign(routes.enrol({ next: routes.account() }));

export function SecondFactorPart({ since, codesLeft, hasPassword, required }: Props) {
  const [asked, setAsked] = useState<'remove' | 'codes' | null>(null);
  if (!since)
    return (
      <>
        <p className="max-w-prose">
          With an authenticator app on your phone, a password that somebody learned opens nothing by itself.
        </p>
        <p className="mt-3">
          <a href={routes.enrol({ next: routes.account() })} className={buttonLook('secondary')}>
            Set up an authenticator app
          </a>
        </p>
      </>
    );
  return (
    <>
      <p className="max-w-prose">
        An authenticator app is set up since {since}. {codesLeft} of 10 recovery codes are left
        {codesLeft < 4 ? '; make new ones before the last is used.' : '.'}
      </p>
      {asked === null ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={() => setAsked('codes')}>Make new recovery codes</Button>
          {!required && (
            <Button look="danger" onClick={() => setAsked('remove')}>
              Remove the second factor
            </Button>
          )}
        </div>
      ) : (
        <Proven action={asked} hasPassword={hasPassword} onCancel={() => setAsked(null)} />
      )}
    </>
  );
}

const words = {
  codes: { about: 'The old recovery codes stop working.', submit: 'Make new codes', pending: 'Making them…' },
  remove: {
    about: 'Signing in then takes the password alone, and the recovery codes stop working.',
    submit: 'Remove it',
    pending: 'Removing…',
  },
} as const;

type ProvenProps = { action: 'remove' | 'codes'; hasPassword: boolean; onCancel: () => void };

/** Both proofs, always: whoever sits at an open session must not weaken the next one. */
function Proven({ action, hasPassword, onCancel }: ProvenProps) {
  const router = useRouter();
  const notify = useToast();
  const change = useMutation<unknown, ApiError, Record<string, string>>({
    mutationFn: (body) =>
      request('/api/account/second-factor', { method: 'POST', body: { ...body, action } }),
    onSuccess: () => {
      if (action === 'codes') return toCodes();
      notify({ text: 'The second factor is removed.', tone: 'neutral' });
      onCancel();
      router.refresh();
    },
  });
  const { about, submit, pending } = words[action];
  return (
    <Form
      className="mt-3 max-w-md"
      pending={change.isPending}
      error={change.error}
      onSubmit={(data) =>
        change.mutate({ password: String(data.get('password') ?? ''), code: String(data.get('code') ?? '') })
      }
      submit={submit}
      pendingLabel={pending}
      labels={{ password: 'Your password', code: 'Code' }}
      aside={
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <p>{about}</p>
      {hasPassword && (
        <TextField name="password" label="Your password" type="password" autoComplete="current-password" />
      )}
      <TextField
        name="code"
        label="Code of your app, or a recovery code"
        autoComplete="one-time-code"
        className="max-w-80"
      />
    </Form>
  );
}
