import type { Metadata } from 'next';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { browserText } from '#components/register/user-agent-text';
import { DefinitionList } from '#components/ui/definition-list';
import { formatInstant } from '#components/ui/instant';
import { PageHeader, Section } from '#components/ui/text';
import { needsSecondFactor, roleTitle } from '#lib/access/roles';
import { env } from '#lib/env';
import { only, routes, type SearchParams } from '#lib/routes';
import { currentSession } from '#lib/session/current-user';
import { isLinked } from '#lib/session/provider/provider-link';
import { passkeySite } from '#lib/session/second-factor/passkeys';
import { secondFactorsOf } from '#lib/session/second-factor/second-factor';
import { listSessions } from '#lib/session/session-list';
import { store } from '#lib/session/store';
import { PasswordForm } from './password-form.tsx';
import { ProviderSection } from './provider-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionList } from './session-list.tsx';

export const metadata: Metadata = { title: 'Your account' };

export async function AccountPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const user = await requireUser(routes.account());
  const standing = await currentSession();
  const { secondFactor, registry, oidc } = env();
  const { timeZone } = registry;
  const [factor, sessions, linked, { issuers }] = await Promise.all([
    secondFactorsOf(store(), user.id),
    listSessions(store(), user.id),
    isLinked(store(), user.id),
    issuersOf(user),
  ]);
  const names = issuers?.map(({ name }) => name) ?? (user.issuers === 'all' ? [] : user.issuers.map(String));
  const hasPassword = standing?.hasPassword ?? false;
  return (
    <>
      <PageHeader
        title="Your account"
        description="Your password, sign-in and sessions. An administrator sets your role and issuers."
      />
      <DefinitionList
        className="max-w-3xl"
        items={[
          { term: 'Name', detail: user.name },
          { term: 'Email', detail: user.email },
          { term: 'Role', detail: roleTitle(user.role) },
          {
            term: 'Issuers',
            detail: user.issuers === 'all' ? 'All issuers' : names.join(' · ') || 'None',
          },
        ]}
      />
      <Section title="Password">
        {hasPassword ? (
          <PasswordForm email={user.email} needsCode={factor.enrolled} />
        ) : (
          <p className="max-w-prose text-muted">
            You sign in through your organization. This account has no password.
          </p>
        )}
      </Section>
      {oidc && (
        <Section title="Sign-in through your organization" aside={linked ? 'Linked' : 'Not linked'}>
          <ProviderSection
            linked={linked}
            hasPassword={hasPassword}
            needsCode={factor.enrolled}
            cameBack={only((await searchParams).provider) ?? null}
          />
        </Section>
      )}
      <Section title="Two-factor authentication" aside={factor.enrolled ? 'On' : 'Off'}>
        <SecondFactorSection
          appSince={factor.appSince && formatInstant(factor.appSince, timeZone)}
          passkeys={factor.passkeys.map(({ id, name, madeAt, usedAt, backedUp }) => ({
            id,
            name,
            backedUp,
            made: formatInstant(madeAt, timeZone),
            used: usedAt && formatInstant(usedAt, timeZone),
          }))}
          offered={passkeySite() !== null}
          codesLeft={factor.codesLeft}
          hasPassword={hasPassword}
          required={needsSecondFactor(secondFactor, user.role)}
        />
      </Section>
      <Section title="Active sessions">
        <SessionList
          sessions={sessions.map((session) => ({
            id: session.id,
            here: session.id === user.sessionId,
            browser: browserText(session.userAgent),
            address: session.address ?? 'unknown',
            since: formatInstant(session.createdAt, timeZone),
            seen: formatInstant(session.seenAt, timeZone),
            way: session.byProvider ? 'through your organization' : 'with a password',
          }))}
        />
      </Section>
    </>
  );
}
