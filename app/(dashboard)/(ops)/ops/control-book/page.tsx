import { routes } from '#lib/routes';
import { patiently } from '../../../patience.tsx';
import { agentPage, agentTitle } from '../../agent-page.tsx';
import { ControlBookScreen } from './control-book-screen.tsx';

const title = 'Control book';

export const generateMetadata = () => agentTitle(title);

export default function ControlBookPage() {
  return patiently(
    agentPage(title, routes.opsControlBook(), (issuers, today) => (
      <ControlBookScreen issuers={issuers} today={today} />
    )),
  );
}
