import type { Metadata } from 'next';
import { RefreshPanel } from '#components/data/refresh-panel';
import { formsFor } from '#components/page/available-reports';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { rightsOf } from '#lib/access/roles';
import { endpointOf } from '#lib/contract/index';
import { builtReports } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { NewBatchView } from './new-batch-view.tsx';

export const metadata: Metadata = { title: 'Create several reports (ZIP)' };

export const NewBatchPage = slowPage(async () => {
  const user = await requireUser(routes.newBatch());
  const { issuers, error } = await issuersOf(user);
  if (!issuers)
    return (
      <RefreshPanel
        page="Create several reports (ZIP)"
        code={error.code}
        message={error.message}
        requestId={error.requestId}
      />
    );
  const forms = await formsFor(user);
  return (
    <NewBatchView
      // A report on one meeting, dividend or transaction cannot be created for a list of issuers.
      reports={builtReports
        .flatMap((id) => {
          const form = forms[id];
          return form && endpointOf(id).issuer.by === 'field' ? [{ ...form, id }] : [];
        })
        .sort((a, b) => a.title.localeCompare(b.title, 'en'))}
      issuers={issuers}
      lists={rightsOf(user).class !== 'downloader'}
      today={today()}
    />
  );
});
