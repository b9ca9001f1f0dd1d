'use client';

import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { ChangeButton } from '#components/step-up/change-form';
import { useToast } from '#components/ui/toast';
import type { PersonState } from '#lib/session/accounts/people';
import { OneTimeLink } from './one-time-link.tsx';

type Props = {
  person: {
    id: string;
    name: string;
    email: string;
    state: PersonState;
    sessions: number;
    secondFactor: boolean;
  };
  asksCode: boolean;
  hours: number;
};

export function AccountActions({ person, asksCode, hours }: Props) {
  const notify = useToast();
  const [link, setLink] = useState<string | null>(null);
  const { name, email, state, sessions, secondFactor } = person;
  const base = { path: `/api/accounts/${person.id}`, asksCode, pendingLabel: 'One moment…' };
  const say = (text: string) => () => notify({ text, tone: 'positive' });
  return (
    <>
      {link && <OneTimeLink link={link} email={email} hours={hours} />}
      <div className="mt-3 flex max-w-3xl flex-wrap items-start gap-2">
        {state !== 'disabled' && (
          <ChangeButton
            {...base}
            label={state === 'invited' ? 'Make a new link' : 'Make a link for a new password'}
            about={`A link with which ${name} can choose a password, once. An earlier link stops working.`}
            submit="Make the link"
            body={{ action: 'link' }}
            onDone={(answer) => setLink((answer as { link: string }).link)}
          />
        )}
        {sessions > 0 && (
          <ChangeButton
            {...base}
            label="End all sessions"
            about={`${name} is signed out everywhere and can sign in again.`}
            submit="End them"
            body={{ action: 'end-sessions' }}
            onDone={say('All sessions are ended.')}
          />
        )}
        {secondFactor && (
          <ChangeButton
            {...base}
            label="Remove the second factor"
            about={`For a lost phone or key: the app, the passkeys and the recovery codes of ${name} stop working, and every session ends.`}
            submit="Remove it"
            labels={{ reason: 'Reason' }}
            body={(data) => {
              const reason = String(data.get('reason') ?? '').trim();
              return reason.length < 3
                ? {
                    code: 'incomplete',
                    message: 'A reason is missing.',
                    fields: { reason: 'Enter a reason.' },
                  }
                : { action: 'reset-second-factor', reason };
            }}
            onDone={say('The second factor is removed. All sessions are ended.')}
          >
            <TextField
              name="reason"
              label="Reason"
              hint="Kept in the audit trail. 3 to 200 characters."
              maxLength={200}
              autoComplete="off"
              className="max-w-sm"
            />
          </ChangeButton>
        )}
        {state === 'disabled' ? (
          <ChangeButton
            {...base}
            label="Enable the account"
            about={`${name} can sign in again, with the role and the issuers shown above.`}
            submit="Enable it"
            body={{ action: 'enable' }}
            onDone={say('The account is open again.')}
          />
        ) : (
          <ChangeButton
            {...base}
            label="Disable the account"
            look="danger"
            about={`${name} is signed out at once and cannot sign in. What they did stays in the audit trail.`}
            submit="Disable it"
            body={{ action: 'disable' }}
            onDone={say('The account is disabled.')}
          />
        )}
      </div>
    </>
  );
}
