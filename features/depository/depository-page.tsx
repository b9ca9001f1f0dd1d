import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { env } from '#lib/env';
import { routes } from '#lib/routes';
import { DepositoryView } from './depository-view.tsx';

const title = 'Depository position';

export const generateMetadata = () => agentTitle(title);

/** The depository's position files and their match with the register; for the agent's staff. */
export const DepositoryPage = slowPage(() =>
  agentPage(title, routes.depository(), () => <DepositoryView timeZone={env().registry.timeZone} />),
);
