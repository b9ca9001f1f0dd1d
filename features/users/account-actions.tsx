// Buttons that change the account of another user: link, sessions, second factor, disabling.

'use client';

import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { ChangeButton } from '#components/step-up/change-form';
import { useToast } from '#components/ui/overlay/toast';
import type { UserState } from '#lib/session/accounts/users';
import { OneTimeLink } from './one-time-link.tsx';

type Props = {
  person: {
    id: string;
    name: string;
    email: string;
    state: UserState;
    sessions: number;
    secondFactor: boolean;
  };
  needsCode: boolean;
  hours: number;
};

export function AccountActions({ person: user, needsCode, hours }: Props) {
  const notify = useToast();
  const [link, setLink] = useState<string | null>(null);
  const { name, email, state, sessions, secondFactor } = user;
  const base = { path: `/api/accounts/${user.id}`, needsCode, pendingLabel: 'Saving…' };
  const say = (text: string) => () => notify({ text, tone: 'positive' });
  return (
    <>
      {link && <OneTimeLink link={link} email={email} hours={hours} />}
      <div className="mt-3 flex max-w-3xl flex-wrap items-start gap-2">
        {state !== 'disabled' && (
          <ChangeButton
            {...base}
            label={state === 'invited' ? 'Create new link' : 'Create password reset link'}
            about={`A single-use link with which ${name} sets a password. Any earlier link stops working.`}
            submit="Create link"
            body={{ action: 'link' }}
            onDone={(response) => setLink((response as { link: string }).link)}
          />
        )}
        {sessions > 0 && (
          <ChangeButton
            {...base}
            label="End all sessions"
            about={`${name} is signed out of all sessions and can sign in again.`}
            submit="End all sessions"
            body={{ action: 'end-sessions' }}
            onDone={say('All sessions ended.')}
          />
        )}
        {secondFactor && (
          <ChangeButton
            {...base}
            label="Remove two-factor authentication"
            about={`For a lost phone or security key. The authenticator app, the passkeys and the recovery codes of ${name} stop working, and all sessions end.`}
            submit="Remove two-factor authentication"
            labels={{ reason: 'Reason' }}
            body={(data) => {
              const reason = String(data.get('reason') ?? '').trim();
              return reason.length < 3
                ? {
                    code: 'incomplete',
                    message: 'Enter a reason.',
                    fields: { reason: 'Enter a reason.' },
                  }
                : { action: 'reset-second-factor', reason };
            }}
            onDone={say('Two-factor authentication removed. All sessions ended.')}
          >
            <TextField
              name="reason"
              label="Reason"
              hint="Saved in the audit trail. 3 to 200 characters."
              maxLength={200}
              autoComplete="off"
              className="max-w-sm"
            />
          </ChangeButton>
        )}
        {state === 'disabled' ? (
          <ChangeButton
            {...base}
            label="Enable account"
            about={`${name} can sign in again, with the role and the issuers shown above.`}
            submit="Enable account"
            body={{ action: 'enable' }}
            onDone={say('Account enabled.')}
          />
        ) : (
          <ChangeButton
            {...base}
            label="Disable account"
            variant="danger"
            about={`All sessions of ${name} end and ${name} cannot sign in. Past actions stay in the audit trail.`}
            submit="Disable account"
            body={{ action: 'disable' }}
            onDone={say('Account disabled. All sessions ended.')}
          />
        )}
      </div>
    </>
  );
}
