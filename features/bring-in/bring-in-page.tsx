import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RefreshPanel } from '#components/data/refresh-panel';
import { requireUser } from '#components/page/access';
import { agentOperationsOf } from '#components/page/agent-operations';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { EmptyState } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { can } from '#lib/access/can';
import { ApiError, isApiError } from '#lib/api/error';
import { query } from '#lib/api/query';
import { env } from '#lib/env';
import { hasOperation } from '#lib/gateway/agent-operations';
import { only, readIssuer, routes, type SearchParams } from '#lib/routes';
import { currentUser } from '#lib/session/current';
import { BringInView } from './bring-in-view.tsx';
import { listInputOf } from './queries.ts';

const title = 'Bring in a register';

export async function generateMetadata(): Promise<Metadata> {
  const user = await currentUser();
  return { title: user && can(user, 'GetRegisterFiles') ? title : 'Page not found' };
}

type Props = { searchParams: Promise<SearchParams> };

/** All registers that are brought in, or one of them; not for users of issuers. */
export const BringInPage = slowPage(async ({ searchParams }: Props) => {
  const user = await requireUser(routes.bringIn());
  if (!can(user, 'GetRegisterFiles')) notFound();
  if (!(await agentOperationsOf(user)).has('GetRegisterFiles')) {
    // A registry that did not respond in time may offer it: the frame of the page was then made without.
    const error = await hasOperation('GetRegisterFiles').then(
      (has) => (has ? new ApiError('upstream_timeout') : null),
      (thrown: unknown) => {
        if (isApiError(thrown)) return thrown;
        throw thrown;
      },
    );
    if (error)
      return (
        <RefreshPanel page={title} code={error.code} message={error.message} requestId={error.requestId} />
      );
    return (
      <>
        <PageHeader title={title} />
        <EmptyState title="Not available with this registry">
          This registry does not take registers from the dashboard.
        </EmptyState>
      </>
    );
  }
  const file = readIssuer(only((await searchParams).file) ?? '');
  const queries =
    file === null
      ? [query('GetRegisterFiles', listInputOf('Register'))]
      : [query('GetRegisterFile', { registerFileId: file })];
  return (
    <Prefetched user={user} queries={queries}>
      <BringInView
        key={file ?? 'all'}
        kind="Register"
        file={file}
        user={{ email: user.email }}
        timeZone={env().registry.timeZone}
      />
    </Prefetched>
  );
});
