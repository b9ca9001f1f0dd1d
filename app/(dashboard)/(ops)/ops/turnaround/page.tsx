import { routes } from '#lib/routes';
import { patiently } from '../../../patience.tsx';
import { agentPage, agentTitle } from '../../agent-page.tsx';
import { TurnaroundScreen } from './turnaround-screen.tsx';

const title = 'Turnaround';

export const generateMetadata = () => agentTitle(title);

export default function TurnaroundPage() {
  return patiently(
    agentPage(title, routes.opsTurnaround(), (issuers, today) => (
      <TurnaroundScreen issuers={issuers} today={today} />
    )),
  );
}
