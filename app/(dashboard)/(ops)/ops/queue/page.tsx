import { routes } from '#lib/routes';
import { patiently } from '../../../patience.tsx';
import { agentPage, agentTitle } from '../../agent-page.tsx';
import { QueueScreen } from './queue-screen.tsx';

const title = 'Queue';

export const generateMetadata = () => agentTitle(title);

export default function QueuePage() {
  return patiently(
    agentPage(title, routes.opsQueue(), (issuers, today) => <QueueScreen issuers={issuers} today={today} />),
  );
}
