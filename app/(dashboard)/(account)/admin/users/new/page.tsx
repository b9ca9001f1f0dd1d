import type { Metadata } from 'next';
import { routes } from '#lib/routes';
import { invitationHours } from '#lib/session/invitations';
import { secondFactorsOf } from '#lib/session/second-factor';
import { store } from '#lib/session/store';
import { PageHeader } from '@/components/ui/text';
import { issuersOf } from '../../../../access.ts';
import { today } from '../../../../today.ts';
import { requireAdministrator } from '../require-administrator.ts';
import { InviteForm } from './invite-form.tsx';

export const metadata: Metadata = { title: 'Invite somebody' };

export default async function NewUserPage() {
  const person = await requireAdministrator(routes.newUser());
  const [{ issuers }, factor] = await Promise.all([issuersOf(person), secondFactorsOf(store(), person.id)]);
  return (
    <>
      <PageHeader
        kicker="Administration · People"
        title="Invite somebody"
        description="Makes the account and a link with which the person chooses a password."
      />
      <InviteForm
        issuers={issuers?.map(({ customerIssuerId, name }) => ({ id: customerIssuerId, name })) ?? null}
        today={today()}
        asksCode={factor.enrolled}
        hours={invitationHours}
      />
    </>
  );
}
