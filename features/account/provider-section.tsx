'use client';

import { ChangeButton } from '#components/step-up/change-form';
import { goToProvider } from '#components/step-up/provider-reauth';
import { useToast } from '#components/ui/overlay/toast';
import { routes } from '#lib/routes';

type Props = {
  linked: boolean;
  hasPassword: boolean;
  needsCode: boolean;
  /** Result of linking a provider, from the address the provider returned to. */
  cameBack: string | null;
};

const failures: Readonly<Record<string, string>> = {
  taken: 'That sign-in belongs to another account. Nothing was linked.',
  failed: 'The sign-in at your organization was not confirmed. Nothing was linked. Try again.',
};

export function ProviderSection({ linked, hasPassword, needsCode, cameBack }: Props) {
  const notify = useToast();
  const failure = linked ? undefined : failures[cameBack ?? ''];
  const base = { path: '/api/account/provider', needsCode, pendingLabel: 'Saving…' };
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
            : 'You sign in through your organization. To unlink it, you first need a password. Your administrator can create a link to set one.'
          : 'Link your account to sign in through your organization as well as with your password.'}
      </p>
      <div className="mt-3 max-w-md">
        {!linked && (
          <ChangeButton
            {...base}
            label="Link your organization"
            about="You sign in at your organization and return to this page. From then on, that sign-in opens this account."
            submit="Sign in and link organization"
            body={{ action: 'link' }}
            onDone={() => goToProvider({ link: '1', next: routes.account() })}
          />
        )}
        {linked && hasPassword && (
          <ChangeButton
            {...base}
            label="Unlink your organization"
            variant="danger"
            about="You then sign in with your password only. Your other sessions started through your organization end."
            submit="Unlink organization"
            body={{ action: 'unlink' }}
            onDone={() => notify({ text: 'Organization unlinked.', tone: 'neutral' })}
          />
        )}
      </div>
    </>
  );
}
