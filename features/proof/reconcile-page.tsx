import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { ReconcileScreen } from './reconcile-view.tsx';

const title = 'Proof';

export const generateMetadata = () => agentTitle(title);

export const ReconcilePage = slowPage(() =>
  agentPage(title, routes.opsReconcile(), (issuers, today) => (
    <ReconcileScreen issuers={issuers} today={today} />
  )),
);
