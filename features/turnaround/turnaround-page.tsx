import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { TurnaroundView } from './turnaround-view.tsx';

const title = 'Turnaround';

export const generateMetadata = () => agentTitle(title);

export const TurnaroundPage = slowPage(() =>
  agentPage(title, routes.opsTurnaround(), (issuers, today) => (
    <TurnaroundView issuers={issuers} today={today} />
  )),
);
