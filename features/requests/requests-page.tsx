import { agentOperationsOf } from '#components/page/agent-operations';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { Prefetched } from '#components/page/prefetch';
import { requireWriter, writerTitle } from '#components/page/require-writer';
import { slowPage } from '#components/page/slow-page';
import { query } from '#lib/api/query';
import { routes } from '#lib/routes';
import { requestsInput } from './model.ts';
import { RequestsView } from './requests-view.tsx';

export const generateMetadata = writerTitle('Requests', 'GetRequests');

/** What the officers of an issuer asked the agent for. */
export const RequestsPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, asof, today } = await openIssuer(props, routes.requests);
  requireWriter(user, 'GetRequests');
  const operations = await agentOperationsOf(user);
  return (
    <Prefetched user={user} queries={[query('GetRequests', requestsInput(issuer))]}>
      <RequestsView
        {...{ issuer, name, asof, today }}
        isOffered={operations.has('GetRequests')}
        maySend={operations.has('CreateRequest')}
      />
    </Prefetched>
  );
});
