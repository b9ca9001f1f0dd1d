// Frame of the pages of imported registers and bulk sheets.

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RefreshPanel } from '#components/data/refresh-panel';
import { agentOperationsOf } from '#components/page/agent-operations';
import { requireUser } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { EmptyState } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { can } from '#lib/access/can';
import { rightsOf } from '#lib/access/roles';
import { ApiError, isApiError } from '#lib/api/error';
import { query } from '#lib/api/query';
import type { AgentId } from '#lib/contract/index';
import { env } from '#lib/env';
import { hasOperation } from '#lib/gateway/agent-operations';
import { only, type Route, readIssuer, type SearchParams } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';
import { BringInView } from './bring-in-view.tsx';
import { listInputOf } from './queries.ts';
import type { FileKind } from './types.ts';

type Props = { searchParams: Promise<SearchParams> };

type Kind = {
  kind: FileKind;
  title: string;
  here: Route;
  /** The operation without which the registry does not take such files. */
  operation: AgentId;
  /** Said where the registry has no such operation. */
  absent: string;
};

/** Title of the page of a kind of files; users who may not see it get the title of "not found". */
export const filesTitle =
  ({ title, operation }: Kind) =>
  async (): Promise<Metadata> => {
    const user = await currentUser();
    return { title: user && can(user, operation) ? title : 'Page not found' };
  };

/** All files of a kind, or one of them; not for users of issuers. */
export const filesPage = ({ kind, title, here, operation, absent }: Kind) =>
  slowPage(async ({ searchParams }: Props) => {
    const user = await requireUser(here);
    if (!can(user, operation)) notFound();
    if (!(await agentOperationsOf(user)).has(operation)) {
      // A registry that did not respond in time may offer it: the frame of the page was then made without.
      const error = await hasOperation(operation).then(
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
          <EmptyState title="Not available with this registry">{absent}</EmptyState>
        </>
      );
    }
    const file = readIssuer(only((await searchParams).file) ?? '');
    const queries =
      file === null
        ? [query('GetRegisterFiles', listInputOf(kind))]
        : [query('GetRegisterFile', { registerFileId: file })];
    return (
      <Prefetched user={user} queries={queries}>
        <BringInView
          key={file ?? 'all'}
          kind={kind}
          file={file}
          user={{ email: user.email, mayInvite: rightsOf(user).administers }}
          timeZone={env().registry.timeZone}
        />
      </Prefetched>
    );
  });
