import type { Metadata } from 'next';
import { rightsOf } from '#lib/access/roles';
import { env } from '#lib/env';
import { routes } from '#lib/routes';
import { currentStanding } from '#lib/session/current';
import { secondFactorOf } from '#lib/session/second-factor';
import { listSessions } from '#lib/session/sessions';
import { store } from '#lib/session/store';
import { DefinitionList, PageHeader, Section } from '@/components/ui/text';
import { roleWords } from '../../../role-words.ts';
import { issuersOf, requirePerson } from '../../access.ts';
import { browserWords, instant } from '../instant.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import { SessionList } from './session-list.tsx';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage() {
  const person = await requirePerson(routes.account());
  const standing = await currentStanding();
  const { requireTotp, registry } = env();
  const { timeZone } = registry;
  const [factor, sessions, { issuers }] = await Promise.all([
    secondFactorOf(store(), person.id),
    listSessions(store(), person.id),
    issuersOf(person),
  ]);
  const names =
    issuers?.map(({ name }) => name) ?? (person.issuers === 'all' ? [] : person.issuers.map(String));
  const hasPassword = standing?.hasPassword ?? false;
  return (
    <>
      <PageHeader
        title="Your account"
        description="What only you can change. Your role and issuers are set by an administrator."
      />
      <DefinitionList
        className="max-w-3xl"
        items={[
          { term: 'Name', detail: person.name },
          { term: 'Email', detail: person.email },
          { term: 'Role', detail: roleWords[person.role].title },
          {
            term: 'Issuers',
            detail: person.issuers === 'all' ? 'All issuers' : names.join(' · ') || 'None at the moment',
          },
        ]}
      />
      <Section title="Password">
        {hasPassword ? (
          <PasswordForm email={person.email} asksCode={factor.enrolled} />
        ) : (
          <p className="max-w-prose text-muted">
            You sign in through your organization; there is no password here.
          </p>
        )}
      </Section>
      <Section title="Second factor" aside={factor.enrolled ? 'On' : 'Off'}>
        <SecondFactorPart
          since={factor.since && instant(factor.since, timeZone)}
          codesLeft={factor.codesLeft}
          hasPassword={hasPassword}
          required={requireTotp && rightsOf(person).class === 'ta'}
        />
      </Section>
      <Section
        title="Where you are signed in"
        aside={`Times on the clocks of ${timeZone.replaceAll('_', ' ')}`}
      >
        <SessionList
          sessions={sessions.map((session) => ({
            id: session.id,
            here: session.id === person.sessionId,
            browser: browserWords(session.userAgent),
            address: session.address ?? 'unknown',
            since: instant(session.createdAt, timeZone),
            seen: instant(session.seenAt, timeZone),
            way: session.byProvider ? 'through your organization' : 'with a password',
          }))}
        />
      </Section>
    </>
  );
}
