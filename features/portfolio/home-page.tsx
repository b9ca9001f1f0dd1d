import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { RefreshPanel } from '#components/data/refresh-panel';
import { agentOperationsOf } from '#components/page/agent-operations';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { EmptyState } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { can } from '#lib/access/can';
import { rightsOf } from '#lib/access/roles';
import { env } from '#lib/env';
import { routes } from '#lib/routes';
import { FirstSteps } from './first-steps.tsx';
import { PortfolioView } from './portfolio-view.tsx';

export const metadata: Metadata = { title: 'Portfolio' };

/**
 * Start page: the portfolio, the user's only issuer, the download form, what to do first in an empty installation, or
 * whom to contact for access.
 */
export const HomePage = slowPage(async () => {
  const user = await requireUser(routes.home());
  const figures = rightsOf(user).class !== 'downloader';
  if (user.issuers !== 'all' && user.issuers.length === 0) return <NoIssuer />;
  if (!figures) redirect(routes.get());
  const only = user.issuers !== 'all' && user.issuers.length === 1 ? user.issuers[0] : undefined;
  if (only !== undefined) redirect(routes.issuer(only));
  const { issuers, error } = await issuersOf(user);
  if (!issuers)
    return (
      <RefreshPanel page="Portfolio" code={error.code} message={error.message} requestId={error.requestId} />
    );
  if (issuers.length === 0 && user.issuers === 'all') {
    const bringsIn = can(user, 'GetRegisterFiles') && (await agentOperationsOf(user)).has('GetRegisterFiles');
    return (
      <>
        <PageHeader title="Portfolio" description="The registry has no issuer yet." />
        {env().registry.embedded ? (
          <FirstSteps
            page={bringsIn ? routes.bringIn() : null}
            users={rightsOf(user).administers ? routes.users() : null}
          />
        ) : (
          <EmptyState title="No issuers">
            The registry lists no issuer for this agent. An issuer appears when its register was brought in
            there, or after its first issuance.
          </EmptyState>
        )}
      </>
    );
  }
  if (issuers.length === 0) return <NoIssuer />;
  return <PortfolioView issuers={issuers} agent={rightsOf(user).class === 'ta'} today={today()} />;
});

/** For an account without rights to any issuer yet. */
function NoIssuer() {
  return (
    <EmptyState title="No issuers">
      Your user account works, but you do not have access to an issuer yet. Ask your transfer agent or your
      administrator for access. It applies immediately.
    </EmptyState>
  );
}
