import { agentOperationsOf } from '#components/page/agent-operations';
import { agentPage, agentTitle } from '#components/page/agent-page';
import { requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { routes, type SearchParams } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';
import { ItemsPage } from '../items/index.ts';
import { PendingTransactions } from './pending-transactions.tsx';

const title = 'Work queue';

export async function generateMetadata() {
  const user = await currentUser();
  return user && can(user, 'GetItems') ? { title } : agentTitle(title);
}

/**
 * Items where the registry has them, else its pending transactions. Not every pending transaction is an item yet, so
 * `list=transactions` shows these as well.
 */
export const QueuePage = slowPage(async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  const user = await requireUser(routes.opsQueue());
  const operations = await agentOperationsOf(user);
  const params = await searchParams;
  if (operations.has('GetItems') && params.list !== 'transactions')
    return <ItemsPage user={user} operations={operations} params={params} />;
  return agentPage(title, routes.opsQueue(), (issuers, today) => (
    <PendingTransactions issuers={issuers} today={today} />
  ));
});
