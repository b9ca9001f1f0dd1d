import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { issuersOf } from '#components/page/page-guards';
import { requireAdministrator } from '#components/page/require-administrator';
import { today } from '#components/page/today';
import { Badge } from '#components/ui/badge';
import { DefinitionList } from '#components/ui/definition-list';
import { formatInstant } from '#components/ui/instant';
import { PageHeader, Section } from '#components/ui/text';
import { mayBeGrantedDocuments, roleTitle } from '#lib/access/roles';
import { env } from '#lib/env';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { invitationHours } from '#lib/session/accounts/invitations';
import { readUsers } from '#lib/session/accounts/users';
import { secondFactorsOf } from '#lib/session/second-factor/second-factor';
import { store } from '#lib/session/store';
import { AccountActions } from './account-actions.tsx';
import { RightsForm } from './rights-form.tsx';
import { stateLabels } from './state-labels.ts';

export const metadata: Metadata = { title: 'Account' };

const tones = { active: 'positive', invited: 'warning', disabled: 'danger' } as const;
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function UserPage({ params }: { params: Promise<{ user: string }> }) {
  const { user: id } = await params;
  const admin = await requireAdministrator(routes.user(id));
  const { timeZone: zone, demo: allowDemo } = env().registry;
  const [user] = idForm.test(id) ? await readUsers(store(), { zone, allowDemo, only: id }) : [];
  if (!user) notFound();
  const [{ issuers }, factor] = await Promise.all([issuersOf(admin), secondFactorsOf(store(), admin.id)]);
  const own = user.id === admin.id;
  const over = user.grants.filter((grant) => grant.over);
  return (
    <>
      <PageHeader
        kicker="Administration · Users"
        title={user.name}
        description={user.email}
        actions={<Badge tone={tones[user.state]}>{stateLabels[user.state]}</Badge>}
      />
      <DefinitionList
        className="max-w-3xl"
        items={[
          { term: 'Role', detail: roleTitle(user.role) },
          ...(mayBeGrantedDocuments(user.role)
            ? [{ term: 'Documents of items', detail: user.seesDocuments ? 'May see them' : 'Not granted' }]
            : []),
          {
            term: 'Signs in',
            detail:
              user.state === 'invited'
                ? 'Not yet'
                : user.byProvider
                  ? 'Through your organization'
                  : 'With a password',
          },
          { term: 'Two-factor authentication', detail: user.secondFactor ? 'On' : 'Off' },
          { term: 'Active sessions', detail: user.sessions },
          {
            term: 'Last used',
            detail: user.lastSeen ? formatInstant(user.lastSeen, zone) : 'Not recently',
          },
          { term: 'Created', detail: formatInstant(user.createdAt, zone) },
          ...(user.linkUntil
            ? [
                {
                  term: 'Pending link',
                  detail: `Unused, valid until ${formatInstant(user.linkUntil, zone)}`,
                },
              ]
            : []),
        ]}
      />
      {own ? (
        <p className="mt-6 max-w-prose text-muted">
          This is your own account. Only another administrator can change your role, issuers and account. Your
          password, two-factor authentication and sessions are under{' '}
          <a href={routes.account()}>your account</a>.
        </p>
      ) : (
        <>
          <Section title="Role and issuers">
            {over.length > 0 && (
              <p className="mb-3 text-sm text-muted">
                Expired: {over.map(({ issuer, until }) => `${issuer} on ${formatDate(until)}`).join(', ')}.
                Saving removes these.
              </p>
            )}
            <RightsForm
              id={user.id}
              rights={{
                role: user.role,
                seesDocuments: user.seesDocuments,
                grants: user.grants
                  .filter((grant) => !grant.over)
                  .map(({ issuer, until }) => ({ issuer, until: until ?? '' })),
              }}
              issuers={issuers?.map(({ customerIssuerId, name }) => ({ id: customerIssuerId, name })) ?? null}
              today={today()}
              needsCode={factor.enrolled}
            />
          </Section>
          <Section title="Account">
            <AccountActions
              person={{
                id: user.id,
                name: user.name,
                email: user.email,
                state: user.state,
                sessions: user.sessions,
                secondFactor: user.secondFactor,
              }}
              needsCode={factor.enrolled}
              hours={invitationHours}
            />
          </Section>
        </>
      )}
    </>
  );
}
