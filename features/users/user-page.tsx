import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { issuersOf } from '#components/page/access';
import { today } from '#components/page/today';
import { formatInstant } from '#components/register/instant';
import { Badge } from '#components/ui/badge';
import { DefinitionList, PageHeader, Section } from '#components/ui/text';
import { roleTitle } from '#lib/access/roles';
import { env } from '#lib/env';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { invitationHours } from '#lib/session/accounts/invitations';
import { readPeople } from '#lib/session/accounts/people';
import { secondFactorsOf } from '#lib/session/second-factor/second-factor';
import { store } from '#lib/session/store';
import { stateWords } from './about-person.ts';
import { AccountActions } from './account-actions.tsx';
import { requireAdministrator } from './require-administrator.ts';
import { RightsForm } from './rights-form.tsx';

export const metadata: Metadata = { title: 'Account' };

const tones = { active: 'positive', invited: 'warning', disabled: 'danger' } as const;
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function UserPage({ params }: { params: Promise<{ person: string }> }) {
  const { person: id } = await params;
  const admin = await requireAdministrator(routes.user(id));
  const { timeZone: zone, demo: allowDemo } = env().registry;
  const [person] = idForm.test(id) ? await readPeople(store(), { zone, allowDemo, only: id }) : [];
  if (!person) notFound();
  const [{ issuers }, factor] = await Promise.all([issuersOf(admin), secondFactorsOf(store(), admin.id)]);
  const own = person.id === admin.id;
  const over = person.grants.filter((grant) => grant.over);
  return (
    <>
      <PageHeader
        kicker="Administration · Users"
        title={person.name}
        description={person.email}
        actions={<Badge tone={tones[person.state]}>{stateWords[person.state]}</Badge>}
      />
      <DefinitionList
        className="max-w-3xl"
        items={[
          { term: 'Role', detail: roleTitle(person.role) },
          {
            term: 'Signs in',
            detail:
              person.state === 'invited'
                ? 'Not yet'
                : person.byProvider
                  ? 'Through your organization'
                  : 'With a password',
          },
          { term: 'Two-factor authentication', detail: person.secondFactor ? 'On' : 'Off' },
          { term: 'Active sessions', detail: person.sessions },
          {
            term: 'Last used',
            detail: person.lastSeen ? formatInstant(person.lastSeen, zone) : 'Not recently',
          },
          { term: 'Created', detail: formatInstant(person.createdAt, zone) },
          ...(person.linkUntil
            ? [
                {
                  term: 'Pending link',
                  detail: `Unused, valid until ${formatInstant(person.linkUntil, zone)}`,
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
              id={person.id}
              rights={{
                role: person.role,
                grants: person.grants
                  .filter((grant) => !grant.over)
                  .map(({ issuer, until }) => ({ issuer, until: until ?? '' })),
              }}
              issuers={issuers?.map(({ customerIssuerId, name }) => ({ id: customerIssuerId, name })) ?? null}
              today={today()}
              asksCode={factor.enrolled}
            />
          </Section>
          <Section title="Account">
            <AccountActions
              person={{
                id: person.id,
                name: person.name,
                email: person.email,
                state: person.state,
                sessions: person.sessions,
                secondFactor: person.secondFactor,
              }}
              asksCode={factor.enrolled}
              hours={invitationHours}
            />
          </Section>
        </>
      )}
    </>
  );
}
