import type { Metadata } from 'next';
import { requireAdministrator } from '#components/page/require-administrator';
import { today } from '#components/page/today';
import { LinkButton } from '#components/ui/button';
import { PageHeader } from '#components/ui/text';
import { roleTitle } from '#lib/access/roles';
import { env } from '#lib/env';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { readUsers, type UserView } from '#lib/session/accounts/users';
import { store } from '#lib/session/store';
import { stateLabels } from './state-labels.ts';
import type { UserRow } from './users-table.tsx';
import { UsersView } from './users-view.tsx';

export const metadata: Metadata = { title: 'Users' };

export async function UsersPage() {
  await requireAdministrator(routes.users());
  const { timeZone, demo } = env().registry;
  const users = await readUsers(store(), { zone: timeZone, allowDemo: demo });
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
      <UsersView rows={users.map((user) => rowOf(user, timeZone))} on={today()} zone={timeZone} />
    </>
  );
}

function rowOf(user: UserView, timeZone: string): UserRow {
  const { id, name, email, role, grants, sessions } = user;
  const live = grants.filter(({ over }) => !over);
  const until = ({ until: day }: { until: string | null }) => (day ? ` until ${formatDate(day)}` : '');
  return {
    id,
    name,
    email,
    role: roleTitle(role),
    state: stateLabels[user.state],
    issuers: role.startsWith('ta-')
      ? 'All'
      : live.map((one) => `${one.issuer}${until(one)}`).join(', ') || 'None',
    secondFactor: user.secondFactor ? 'On' : 'Off',
    way: user.byProvider ? 'Organization' : 'Password',
    sessions,
    lastSeen: user.lastSeen ? lastSeen(user.lastSeen, timeZone) : '',
  };
}

/** '2026-11-20 15:42': sorts as text. */
const lastSeen = (iso: string, timeZone: string) =>
  new Date(iso).toLocaleString('sv-SE', { timeZone }).slice(0, 16);
