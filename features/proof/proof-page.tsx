import { agentPage, agentTitle } from '#components/page/agent-page';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { issuerBooksQuery } from '#lib/api/books-query';
import { only, routes, type SearchParams } from '#lib/routes';
import { ProofView } from './proof-view.tsx';

const title = 'Proof';

export const generateMetadata = () => agentTitle(title);

export const ProofPage = slowPage(async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  const { issuer } = await searchParams;
  return agentPage(title, routes.proof(), (issuers, today, user) => {
    const chosen = issuers.find(({ customerIssuerId }) => `${customerIssuerId}` === only(issuer));
    // Everything else on the page waits for the first day of the books.
    return (
      <Prefetched user={user} queries={chosen ? [issuerBooksQuery(chosen.customerIssuerId)] : []}>
        <ProofView issuers={issuers} today={today} />
      </Prefetched>
    );
  });
});
