import type { Metadata } from 'next';
import { rightsOf } from '#lib/access/roles';
import { endpointOf } from '#lib/contract/index';
import { builtReports } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { issuersOf, requirePerson } from '../../../../access.ts';
import { patiently } from '../../../../patience.tsx';
import { RefreshPanel } from '../../../../refresh-panel.tsx';
import { today } from '../../../../today.ts';
import { formsFor } from '../../../available-reports.ts';
import { NewBatchScreen } from './new-batch-screen.tsx';

export const metadata: Metadata = { title: 'Several as one archive' };

export default function NewBatchPage() {
  return patiently(newBatch());
}

async function newBatch() {
  const person = await requirePerson(routes.newBatch());
  const { issuers, error } = await issuersOf(person);
  if (!issuers)
    return (
      <RefreshPanel
        page="Several as one archive"
        code={error.code}
        message={error.message}
        requestId={error.requestId}
      />
    );
  const forms = formsFor(person);
  return (
    <NewBatchScreen
      // A report on one meeting, dividend or transaction cannot be created for a list of issuers.
      reports={builtReports
        .flatMap((id) => {
          const form = forms[id];
          return form && endpointOf(id).issuer.by === 'field' ? [{ ...form, id }] : [];
        })
        .sort((a, b) => a.title.localeCompare(b.title, 'en'))}
      issuers={issuers}
      lists={rightsOf(person).class !== 'downloader'}
      today={today()}
    />
  );
}
