import { routes } from '#lib/routes';
import { patiently } from '../../../patience.tsx';
import { agentPage, agentTitle } from '../../agent-page.tsx';
import { ReconcileScreen } from './reconcile-screen.tsx';

const title = 'Books';

export const generateMetadata = () => agentTitle(title);

export default function ReconcilePage() {
  return patiently(
    agentPage(title, routes.opsReconcile(), (issuers, today) => (
      <ReconcileScreen issuers={issuers} today={today} />
    )),
  );
}
