import { agentOperationsOf } from '#components/page/agent-operations';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { requireWriter, writerTitle } from '#components/page/require-writer';
import { slowPage } from '#components/page/slow-page';
import { EditsOff } from '#components/register/edits-off';
import { PageHeader } from '#components/ui/text';
import { only, routes } from '#lib/routes';
import { requestKinds } from './model.ts';
import { NewRequestForm } from './new-request-form.tsx';
import { NotOffered } from './not-offered.tsx';

export const generateMetadata = writerTitle('New request', 'CreateRequest');

/** An officer asks the agent for something. */
export const NewRequestPage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, search, asof, today } = await openIssuer(props, routes.newRequest);
  requireWriter(user, 'CreateRequest');
  if (!(await agentOperationsOf(user)).has('CreateRequest')) return <NotOffered name={name} />;
  const kind = requestKinds.find((one) => one === only(search.kind)) ?? 'Issuance';
  return (
    <>
      <PageHeader kicker={name} title="New request" />
      {asof ? (
        <EditsOff asof={asof} to={routes.newRequest(issuer, { kind })} />
      ) : (
        <NewRequestForm key={kind} user={user.id} {...{ issuer, kind, today }} />
      )}
    </>
  );
});
