import { agentOperationsOf } from '#components/page/agent-operations';
import { agentPage, agentTitle } from '#components/page/agent-page';
import { requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { RejectionFactsView } from './rejection-facts-view.tsx';
import { RejectionsView } from './rejections-view.tsx';

const title = 'Rejections';

export const generateMetadata = () => agentTitle(title);

/** The rejections themselves where the registry has them, else the rejected items of the status list. */
export const RejectionsPage = slowPage(async () => {
  const operations = await agentOperationsOf(await requireUser(routes.opsRejections()));
  const View = operations.has('GetRejections') ? RejectionFactsView : RejectionsView;
  return agentPage(title, routes.opsRejections(), (issuers, today) => (
    <View issuers={issuers} today={today} />
  ));
});
