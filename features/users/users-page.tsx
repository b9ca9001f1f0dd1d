import type { Metadata } from 'next';
import { today } from '#components/page/today';
import { LinkButton } from '#components/ui/button';
import { PageHeader } from '#components/ui/text';
import { roleTitle } from '#lib/access/roles';
import { env } from '#lib/env';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { type PersonView, readPeople } from '#lib/session/accounts/people';
import { store } from '#lib/session/store';
import { stateWords } from './about-person.ts';
import type { PersonRow } from './people-table.tsx';
import { requireAdministrator } from './require-administrator.ts';
import { UsersView } from './users-view.tsx';

export const metadata: Metadata = { title: 'Users' };

export async function UsersPage() {
  await requireAdministrator(routes.users());
  const { timeZone, demo } = env().registry;
  const people = await readPeople(store(), { zone: timeZone, allowDemo: demo });
  return (
    <>
      <PageHeader
        kicker="Administration"
        title="Users"
        description="Users who may sign in, with their roles and issuers. Changes apply immediately."
        actions={
          <LinkButton variant="primary" href={routes.newUser()}>
            Invite user
          </LinkButton>
        }
      />
      <UsersView rows={people.map((person) => rowOf(person, timeZone))} on={today()} zone={timeZone} />
    </>
  );
}

function rowOf(person: PersonView, timeZone: string): PersonRow {
  const { id, name, email, role, grants, sessions } = person;
  const live = grants.filter(({ over }) => !over);
  const until = ({ until: day }: { until: string | null }) => (day ? ` until ${formatDate(day)}` : '');
  return {
    id,
    name,
    email,
    role: roleTitle(role),
    state: stateWords[person.state],
    issuers: role.startsWith('ta-')
      ? 'All'
      : live.map((one) => `${one.issuer}${until(one)}`).join(', ') || 'None',
    secondFactor: person.secondFactor ? 'On' : 'Off',
    way: person.byProvider ? 'Organization' : 'Password',
    sessions,
    lastSeen: person.lastSeen ? lastSeen(person.lastSeen, timeZone) : '',
  };
}

/** '2026-11-20 15:42': sorts as text. */
const lastSeen = (iso: string, timeZone: string) =>
  new Date(iso).toLocaleString('sv-SE', { timeZone }).slice(0, 16);
