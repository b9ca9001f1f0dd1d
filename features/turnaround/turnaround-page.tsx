import { agentOperationsOf } from '#components/page/agent-operations';
import { agentPage, agentTitle } from '#components/page/agent-page';
import { requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { routes } from '#lib/routes';
import { DerivedTurnaround } from './derived-turnaround.tsx';
import { TurnaroundFactsView } from './turnaround-facts-view.tsx';

const title = 'Turnaround';

export const generateMetadata = () => agentTitle(title);

/** The clock of each item where the registry has it, else what the status lists allow to derive. */
export const TurnaroundPage = slowPage(async () => {
  const operations = await agentOperationsOf(await requireUser(routes.opsTurnaround()));
  const View = operations.has('GetTurnaround') ? TurnaroundFactsView : DerivedTurnaround;
  return agentPage(title, routes.opsTurnaround(), (issuers, today) => (
    <View issuers={issuers} today={today} />
  ));
});
