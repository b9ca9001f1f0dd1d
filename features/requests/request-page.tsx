import { notFound } from 'next/navigation';
import { agentOperationsOf } from '#components/page/agent-operations';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { Prefetched } from '#components/page/prefetch';
import { requireWriter, writerTitle } from '#components/page/require-writer';
import { slowPage } from '#components/page/slow-page';
import { query } from '#lib/api/query';
import { readIssuer, routes } from '#lib/routes';
import { NotOffered } from './not-offered.tsx';
import { RequestView } from './request-view.tsx';

type Props = IssuerPageProps<{ request: string }>;

export const generateMetadata = writerTitle('Request', 'GetRequest');

/** One request: what was asked for, how far it is, and what was written about it. */
export const RequestPage = slowPage(async (props: Props) => {
  // Numbers of items are whole numbers, like issuer ids.
  const itemId = readIssuer((await props.params).request) ?? notFound();
  const { user, issuer, name } = await openIssuer(props, (at) => routes.request(at, itemId));
  requireWriter(user, 'GetRequest');
  const operations = await agentOperationsOf(user);
  if (!operations.has('GetRequest')) return <NotOffered name={name} />;
  return (
    <Prefetched user={user} queries={[query('GetRequest', { customerIssuerId: issuer, itemId })]}>
      <RequestView
        {...{ issuer, name, itemId }}
        maySend={operations.has('SendRequestMessage')}
        mayReadItem={operations.has('CheckItem')}
      />
    </Prefetched>
  );
});
