import { routes } from '#lib/routes';
import { patiently } from '../../../patience.tsx';
import { agentPage, agentTitle } from '../../agent-page.tsx';
import { RejectionsScreen } from './rejections-screen.tsx';

const title = 'Rejections';

export const generateMetadata = () => agentTitle(title);

export default function RejectionsPage() {
  return patiently(
    agentPage(title, routes.opsRejections(), (issuers, today) => (
      <RejectionsScreen issuers={issuers} today={today} />
    )),
  );
}
