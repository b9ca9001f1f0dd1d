import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { RejectionsView } from './rejections-view.tsx';

const title = 'Rejections';

export const generateMetadata = () => agentTitle(title);

export const RejectionsPage = slowPage(() =>
  agentPage(title, routes.opsRejections(), (issuers, today) => (
    <RejectionsView issuers={issuers} today={today} />
  )),
);
