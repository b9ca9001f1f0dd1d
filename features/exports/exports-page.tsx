import { agentPage, agentTitle } from '#components/page/agent-page';
import { slowPage } from '#components/page/slow-page';
import { env } from '#lib/env';
import { only, readIssuer, routes, type SearchParams } from '#lib/routes';
import { pageTitle } from './export-texts.ts';
import { ExportsView } from './exports-view.tsx';

export const generateMetadata = () => agentTitle(pageTitle);

/** Exports of registers: begin one, all of them, or one of them; for the agent's staff. */
export const ExportsPage = slowPage(async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  const file = readIssuer(only((await searchParams).file) ?? '');
  return agentPage(pageTitle, routes.exports(), (issuers) => (
    <ExportsView
      key={file ?? 'all'}
      file={file}
      issuers={issuers.map(({ customerIssuerId, name }) => ({ customerIssuerId, name }))}
      timeZone={env().registry.timeZone}
    />
  ));
});
