import { agentPage, agentTitle } from '#components/page/agent-page';
import { patiently } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { QueueScreen } from './queue-view.tsx';

const title = 'Work queue';

export const generateMetadata = () => agentTitle(title);

export function QueuePage() {
  return patiently(
    agentPage(title, routes.opsQueue(), (issuers, today) => <QueueScreen issuers={issuers} today={today} />),
  );
}
