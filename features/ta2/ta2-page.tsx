import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { Ta2View } from './ta-2-view.tsx';

const title = 'TA-2';

export const generateMetadata = () => agentTitle(title);

export const Ta2Page = slowPage(() =>
  agentPage(title, routes.opsTa2(), (issuers, today) => <Ta2View issuers={issuers} today={today} />),
);
