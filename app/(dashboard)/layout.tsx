import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AgentOperationsProvider } from '#components/data/agent-operations';
import { agentOperationsOf } from '#components/page/agent-operations';
import { availableReports } from '#components/page/available-reports';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { today } from '#components/page/today';
import { AuthMethodsProvider } from '#components/step-up/auth-methods';
import { TimeZoneProvider } from '#components/ui/clock';
import { Frame } from '#features/frame/frame';
import { Providers } from '#features/frame/providers';
import { rightsOf, roleTitle } from '#lib/access/roles';
import { wireOf } from '#lib/api/wire-of';
import { env } from '#lib/env';
import { builtReports } from '#lib/reports/catalogue';
import { safeNext } from '#lib/routes';
import { currentSession } from '#lib/session/current-user';

/** Operations of the interface that pages call from the browser. */
const wire = wireOf([
  'GetIssuerBalance',
  'GetIssuerSecurityTypes',
  'GetShareholderCapTable',
  'GetOwnershipPercentage',
  'GetDilutedPercentage',
  'GetIssuerShareholderDetails',
  'GetShareholderDetailsList',
  'GetShareholderDetails',
  'CreateOrUpdate',
  'CreateNewIssuance',
  'GetHoldingSummary',
  'GetHoldingCertificates',
  'GetIssuerActiveCertificateDefinitions',
  'GetTAStatusTransactions',
  'GenerateTransactionList',
  'GetProxyList',
  'GetDividendList',
  'GetTA2Report',
  ...builtReports,
]);

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const user = await requireUser(safeNext((await headers()).get('x-sharebook-here')));
  const standing = await currentSession();
  const agentOperations = [...(await agentOperationsOf(user))];
  const { demo, environment, timeZone } = env().registry;
  const production = /^prod/i.test(environment);
  return (
    <Providers wire={{ ...wire, ...wireOf(agentOperations) }}>
      <AuthMethodsProvider
        ways={{
          password: standing?.hasPassword ?? true,
          code: standing?.enrolled ?? false,
          app: standing?.hasApp,
          passkey: standing?.hasPasskey,
        }}
      >
        <TimeZoneProvider timeZone={timeZone}>
          <AgentOperationsProvider operations={agentOperations}>
            <Frame
              user={{ name: user.name, email: user.email, title: roleTitle(user.role) }}
              rights={{
                figures: rightsOf(user).class !== 'downloader',
                portfolio: user.issuers === 'all' || user.issuers.length > 1,
                agent: rightsOf(user).class === 'ta',
                writes: rightsOf(user).writes,
                administers: rightsOf(user).administers,
                bringsIn: agentOperations.includes('GetRegisterFiles'),
                positions: agentOperations.includes('GetPositionFiles'),
                sendsBulk: agentOperations.includes('GetBulkResults'),
                requests: agentOperations.includes('GetRequests'),
                exports: agentOperations.includes('GetRegisterExports'),
              }}
              environment={{
                label: environment,
                kind: production ? 'production' : demo ? 'sandbox' : 'other',
              }}
              reports={(await availableReports(user)).flatMap(({ reports }) =>
                reports.map(({ slug, title }) => ({ slug, title })),
              )}
              fictional={demo}
              today={today()}
              now={new Date().toISOString()}
              only={user.issuers !== 'all' && user.issuers.length === 1 ? (user.issuers[0] ?? null) : null}
              // Not awaited: a slow registry must not delay the page.
              issuers={issuersOf(user).then(({ issuers }) => issuers ?? [])}
            >
              {children}
            </Frame>
          </AgentOperationsProvider>
        </TimeZoneProvider>
      </AuthMethodsProvider>
    </Providers>
  );
}
