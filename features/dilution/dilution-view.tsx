'use client';

import { AsOfPage } from '#components/register/as-of-page';
import { LinkButton } from '#components/ui/button';
import { routes } from '#lib/routes';
import { ListedDilution } from './lazy-panel.tsx';
import { dilutedQuery } from './queries.ts';

type Props = { issuer: number; name: string; file: boolean; asof: string | null; today: string };

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
  const { issuer, asof, today } = props;
  return (
    <AsOfPage
      {...props}
      title="Dilution"
      note={<Definition />}
      wanted={dilutedQuery(issuer, asof ?? today)}
      waiting="dilution"
      actions={file && <DilutionFile issuer={issuer} asof={asof} />}
    >
      {(diluted, balances) => <ListedDilution {...{ issuer, diluted, balances, asof, today }} />}
    </AsOfPage>
  );
}
