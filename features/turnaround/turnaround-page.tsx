import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { TurnaroundScreen } from './turnaround-view.tsx';

const title = 'Turnaround';

export const generateMetadata = () => agentTitle(title);

export const TurnaroundPage = slowPage(() =>
  agentPage(title, routes.opsTurnaround(), (issuers, today) => (
    <TurnaroundScreen issuers={issuers} today={today} />
  )),
);
