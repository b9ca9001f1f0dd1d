import type { Metadata } from 'next';
import { issuersOf } from '#components/page/page-guards';
import { requireAdministrator } from '#components/page/require-administrator';
import { today } from '#components/page/today';
import { PageHeader } from '#components/ui/text';
import { routes } from '#lib/routes';
import { invitationHours } from '#lib/session/accounts/invitations';
import { secondFactorsOf } from '#lib/session/second-factor/second-factor';
import { store } from '#lib/session/store';
import { InviteForm } from './invite-form.tsx';

export const metadata: Metadata = { title: 'Invite user' };

export async function NewUserPage() {
  const user = await requireAdministrator(routes.newUser());
  const [{ issuers }, factor] = await Promise.all([issuersOf(user), secondFactorsOf(store(), user.id)]);
  return (
    <>
      <PageHeader
        kicker="Administration · Users"
        title="Invite user"
        description="Creates the account and a link with which the user sets a password."
      />
      <InviteForm
        issuers={issuers?.map(({ customerIssuerId, name }) => ({ id: customerIssuerId, name })) ?? null}
        today={today()}
        needsCode={factor.enrolled}
        hours={invitationHours}
      />
    </>
  );
}
