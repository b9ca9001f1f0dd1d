import { agentPage, agentTitle } from '#components/page/agent-page';
import { patiently } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { RejectionsScreen } from './rejections-view.tsx';

const title = 'Rejections';

export const generateMetadata = () => agentTitle(title);

export function RejectionsPage() {
  return patiently(
    agentPage(title, routes.opsRejections(), (issuers, today) => (
      <RejectionsScreen issuers={issuers} today={today} />
    )),
  );
}
