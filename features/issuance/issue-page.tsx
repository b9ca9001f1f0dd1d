import { choicesOf } from '#components/page/choices';
import { issuersOf, requireIssuer, requireUser } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { entryOf, requireWriter, writerTitle } from '#components/page/require-writer';
import { slowPage } from '#components/page/slow-page';
import { registryZone, today } from '#components/page/today';
import { EditsOff } from '#components/register/edits-off';
import { OpenEntry } from '#components/submission/open-entry';
import { OpenWrites } from '#components/submission/open-writes';
import { OutcomeView } from '#components/submission/outcome-view';
import { PageHeader } from '#components/ui/text';
import { query } from '#lib/api/query';
import { balanceQuery } from '#lib/api/register-queries';
import { accountType, certificateType, restrictionCode, taxIdType } from '#lib/contract/enumerations';
import { readAsOf, routes, type SearchParams } from '#lib/routes';
import { IssueForm } from './issue-view.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = writerTitle('Issue shares');

export const IssuePage = slowPage(async ({ params, searchParams }: Props) => {
  const segment = (await params).issuer;
  const user = await requireUser(routes.issue(Number(segment)));
  requireWriter(user, 'CreateNewIssuance');
  const { customerIssuerId: issuer, name } = await requireIssuer(segment, user);
  const search = await searchParams;
  const { key, write } = await entryOf(user, 'CreateNewIssuance', search);
  const asof = readAsOf(search.asof, today());
  const formName = `issue ${user.id} ${issuer}`;
  const here = routes.issue(issuer);
  if (write) return <OutcomeView {...{ write, issuer, formName }} issuerName={name} again={here} />;
  const day = today();
  const { issuers } = await issuersOf(user);
  return (
    <Prefetched
      user={user}
      queries={[balanceQuery(issuer, day), query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer })]}
    >
      <PageHeader kicker={name} title="Issue shares" />
      {asof ? (
        <EditsOff asof={asof} to={routes.issue(issuer, { entry: key })} />
      ) : key ? (
        <IssueForm
          key={key}
          issuer={issuer}
          issuerName={name}
          issuers={(issuers ?? []).map((one) => one.customerIssuerId)}
          entry={key}
          today={day}
          zone={registryZone()}
          choices={{
            accountTypes: choicesOf(accountType),
            taxIdTypes: choicesOf(taxIdType),
            restrictions: choicesOf(restrictionCode),
            forms: choicesOf(certificateType),
          }}
          email={user.email}
          outcome={routes.issue(issuer, { entry: key, sent: true })}
        />
      ) : (
        <OpenEntry formName={formName} to={here} />
      )}
      <OpenWrites issuer={issuer} />
    </Prefetched>
  );
});
