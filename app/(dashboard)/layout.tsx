import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { issuersOf, requirePerson } from '#components/page/access';
import { today } from '#components/page/today';
import { AuthMethodsProvider } from '#components/step-up/auth-methods';
import { Frame } from '#features/frame/frame';
import { Providers } from '#features/frame/providers';
import { can } from '#lib/access/can';
import { rightsOf, roleTitle } from '#lib/access/roles';
import { wireOf } from '#lib/api/wire-of';
import { env } from '#lib/env';
import { builtReports, catalogue } from '#lib/reports/catalogue';
import { safeNext } from '#lib/routes';
import { currentSession } from '#lib/session/current';

/** Operations that pages call from the browser. */
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
  const person = await requirePerson(safeNext((await headers()).get('x-sharebook-here')));
  const standing = await currentSession();
  const { demo, environment } = env().registry;
  const production = /^prod/i.test(environment);
  return (
    <Providers wire={wire}>
      <AuthMethodsProvider
        ways={{
          password: standing?.hasPassword ?? true,
          code: standing?.enrolled ?? false,
          app: standing?.hasApp,
          passkey: standing?.hasPasskey,
        }}
      >
        <Frame
          person={{ name: person.name, email: person.email, title: roleTitle(person.role) }}
          rights={{
            figures: rightsOf(person).class !== 'downloader',
            portfolio: person.issuers === 'all' || person.issuers.length > 1,
            agent: rightsOf(person).class === 'ta',
            writes: rightsOf(person).writes,
            administers: rightsOf(person).administers,
          }}
          environment={{
            label: environment,
            kind: production ? 'production' : demo ? 'sandbox' : 'other',
          }}
          reports={catalogue((id) => can(person, id)).flatMap(({ reports }) =>
            reports.map(({ slug, title }) => ({ slug, title })),
          )}
          fictional={demo}
          today={today()}
          only={person.issuers !== 'all' && person.issuers.length === 1 ? (person.issuers[0] ?? null) : null}
          // Not awaited: a slow registry must not delay the page.
          issuers={issuersOf(person).then(({ issuers }) => issuers ?? [])}
        >
          {children}
        </Frame>
      </AuthMethodsProvider>
    </Providers>
  );
}
