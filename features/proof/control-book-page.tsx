import { agentPage, agentTitle } from '#components/page/agent-page';
import { patiently } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { ControlBookScreen } from './control-book-view.tsx';

const title = 'Control book';

export const generateMetadata = () => agentTitle(title);

export function ControlBookPage() {
  return patiently(
    agentPage(title, routes.opsControlBook(), (issuers, today) => (
      <ControlBookScreen issuers={issuers} today={today} />
    )),
  );
}
