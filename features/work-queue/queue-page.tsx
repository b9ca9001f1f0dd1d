import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { QueueView } from './queue-view.tsx';

const title = 'Work queue';

export const generateMetadata = () => agentTitle(title);

export const QueuePage = slowPage(() =>
  agentPage(title, routes.opsQueue(), (issuers, today) => <QueueView issuers={issuers} today={today} />),
);
