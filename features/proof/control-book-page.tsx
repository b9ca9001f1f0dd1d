import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { ControlBookView } from './control-book-view.tsx';

const title = 'Control book';

export const generateMetadata = () => agentTitle(title);

export const ControlBookPage = slowPage(() =>
  agentPage(title, routes.opsControlBook(), (issuers, today) => (
    <ControlBookView issuers={issuers} today={today} />
  )),
);
