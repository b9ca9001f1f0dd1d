import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { ProofView } from './proof-view.tsx';

const title = 'Proof';

export const generateMetadata = () => agentTitle(title);

export const ProofPage = slowPage(() =>
  agentPage(title, routes.proof(), (issuers, today) => <ProofView issuers={issuers} today={today} />),
);
