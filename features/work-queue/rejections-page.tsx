import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { RejectionsScreen } from './rejections-view.tsx';

const title = 'Rejections';

export const generateMetadata = () => agentTitle(title);

export const RejectionsPage = slowPage(() =>
  agentPage(title, routes.opsRejections(), (issuers, today) => (
    <RejectionsScreen issuers={issuers} today={today} />
  )),
);
