'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { AsOfPage } from '#components/register/as-of-page';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { dilutedQuery } from '#lib/api/register-queries';
import { routes } from '#lib/routes';

type Props = { issuer: number; name: string; file: boolean; asof: string | null; today: string };

/** Table and chart load together with the holdings and do not delay the page. */
const ListedDilution = lazyComponent(
  () => import('./dilution-panel.tsx').then((part) => part.ListedDilution),
  <LoadingPlaceholder text="Loading dilution…" lines={12} />,
);

/** The same for the largest lines only. */
export const DilutionPanel = lazyComponent(
  () => import('./dilution-panel.tsx').then((part) => part.DilutionPanel),
  <LoadingPlaceholder text="Loading dilution…" lines={12} />,
  'when drawn',
);

/** Definition of "dilution", shown above every variant of the page. */
export const Definition = () => (
  <p className="-mt-2 mb-4 max-w-4xl text-sm text-muted">
    <strong className="font-medium text-ink">Fully diluted</strong> means the outstanding shares of a class
    plus the shares reserved for plans, warrants and conversions. Treasury shares are excluded. Convertible
    stock counts only through its reserve, so no share counts twice. Classes are shown separately: the
    registry reports no ratio to total them for the company.
  </p>
);

/** Link to the file with every line. */
export const DilutionFile = ({ issuer, asof }: Pick<Props, 'issuer' | 'asof'>) => (
  <LinkButton icon="file" href={routes.newReport('diluted-percentage', { issuer, asof })}>
    Create diluted ownership report
  </LinkButton>
);

/** What each holder has of a class now, and would have if all reserved shares were issued. */
export function DilutionView({ file, ...props }: Props) {
  const { issuer, name, asof, today } = props;
  return (
    <AsOfPage
      {...props}
      title="Dilution"
      note={<Definition />}
      requested={dilutedQuery(issuer, asof ?? today)}
      waiting="dilution"
      actions={file && <DilutionFile issuer={issuer} asof={asof} />}
    >
      {(diluted, balances) => <ListedDilution {...{ issuer, name, diluted, balances, asof, today }} />}
    </AsOfPage>
  );
}
