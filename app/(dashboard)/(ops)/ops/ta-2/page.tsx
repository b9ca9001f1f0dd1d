import { routes } from '#lib/routes';
import { patiently } from '../../../patience.tsx';
import { agentPage, agentTitle } from '../../agent-page.tsx';
import { Ta2Screen } from './ta-2-screen.tsx';

const title = 'TA-2';

export const generateMetadata = () => agentTitle(title);

export default function Ta2Page() {
  return patiently(
    agentPage(title, routes.opsTa2(), (issuers, today) => <Ta2Screen issuers={issuers} today={today} />),
  );
}
