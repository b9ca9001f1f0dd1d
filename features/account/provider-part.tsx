'use client';

import { ChangeButton } from '#components/step-up/change-form';
import { goToProvider } from '#components/step-up/provider-reauth';
import { useToast } from '#components/ui/toast';
import { routes } from '#lib/routes';

type Props = {
  linked: boolean;
  hasPassword: boolean;
  asksCode: boolean;
  /** Result of linking a provider, from the address the provider returned to. */
  cameBack: string | null;
};

const failures: Readonly<Record<string, string>> = {
  taken: 'That sign-in belongs to another account. Nothing was linked.',
  failed: 'The sign-in at your organization was not confirmed. Nothing was linked. Try again.',
};

export function ProviderPart({ linked, hasPassword, asksCode, cameBack }: Props) {
  const notify = useToast();
  const failure = linked ? undefined : failures[cameBack ?? ''];
  const base = { path: '/api/account/provider', asksCode, pendingLabel: 'One moment…' };
  return (
    <>
      {failure && (
        <p role="alert" className="mb-3 font-semibold">
          {failure}
        </p>
      )}
      {linked && cameBack === 'linked' && (
        <p role="status" className="mb-3 font-semibold">
          Your account is linked.
        </p>
      )}
      <p className="max-w-prose">
        {linked
          ? hasPassword
            ? 'You can sign in through your organization as well as with your password.'
            : 'You sign in through your organization. To unlink it you need a password first; your administrator can make a link to set one.'
          : 'Link your account to sign in through your organization as well as with your password.'}
      </p>
      <div className="mt-3 max-w-md">
        {!linked && (
          <ChangeButton
            {...base}
            label="Link your organization"
            about="You are led to your organization’s sign-in and back. Whoever signs in there can then open this account."
            submit="Sign in there and link"
            body={{ action: 'link' }}
            onDone={() => goToProvider({ link: '1', next: routes.account() })}
          />
        )}
        {linked && hasPassword && (
          <ChangeButton
            {...base}
            label="Unlink your organization"
            look="danger"
            about="You then sign in with your password alone. Your other sessions that began at your organization end."
            submit="Unlink"
            body={{ action: 'unlink' }}
            onDone={() => notify({ text: 'Your organization is unlinked.', tone: 'neutral' })}
          />
        )}
      </div>
    </>
  );
}
