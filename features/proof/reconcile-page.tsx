import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { ReconcileView } from './reconcile-view.tsx';

const title = 'Proof';

export const generateMetadata = () => agentTitle(title);

export const ReconcilePage = slowPage(() =>
  agentPage(title, routes.opsReconcile(), (issuers, today) => (
    <ReconcileView issuers={issuers} today={today} />
  )),
);
