import { choicesOf } from '#components/page/choices';
import { requireIssuer, requireUser } from '#components/page/page-guards';
import { entryOf, requireWriter, writerTitle } from '#components/page/require-writer';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { EditsOff } from '#components/register/edits-off';
import { OpenEntry } from '#components/submission/open-entry';
import { OpenWrites } from '#components/submission/open-writes';
import { OutcomeView } from '#components/submission/outcome-view';
import { PageHeader } from '#components/ui/text';
import { accountType, taxIdType } from '#lib/contract/enumerations';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { HolderForm } from './holder-form.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = writerTitle('New holder');

export const NewHolderPage = slowPage(async ({ params, searchParams }: Props) => {
  const segment = (await params).issuer;
  const user = await requireUser(routes.newHolder(Number(segment)));
  requireWriter(user, 'CreateOrUpdate');
  const { customerIssuerId: issuer, name } = await requireIssuer(segment, user);
  const search = await searchParams;
  const { key, write } = await entryOf(user, 'CreateOrUpdate', search);
  const asof = readAsOf(search.asof, today());
  const formName = `holder ${user.id} ${issuer}`;
  const here = routes.newHolder(issuer);
  if (write) return <OutcomeView {...{ write, issuer, formName }} issuerName={name} again={here} />;
  return (
    <>
      <PageHeader
        kicker={name}
        title="New holder"
        description="Creates an account. It is listed among the holders of an issuer once shares are issued or transferred to it."
      />
      {asof ? (
        <EditsOff asof={asof} to={routes.newHolder(issuer, { entry: key })} />
      ) : key ? (
        <HolderForm
          key={key}
          issuer={issuer}
          entry={key}
          record={null}
          seen="none"
          choices={{ accountTypes: choicesOf(accountType), taxIdTypes: choicesOf(taxIdType) }}
          email={user.email}
          outcome={routes.newHolder(issuer, { entry: key, sent: true })}
        />
      ) : (
        <OpenEntry formName={formName} to={here} />
      )}
      <OpenWrites issuer={issuer} />
    </>
  );
});
