import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { failureText, sizeText } from '#components/runs/run-labels';
import { buttonClass } from '#components/ui/button';
import { cn } from '#components/ui/cn';
import { Icon } from '#components/ui/icons';
import { PageHeader } from '#components/ui/text';
import { isApiError } from '#lib/api/error';
import { isActive } from '#lib/api/runs';
import { formatDate } from '#lib/format/dates';
import { formToken } from '#lib/gateway/form-token';
import { readRun } from '#lib/gateway/runs/run-access';
import { schedulesFor } from '#lib/gateway/runs/schedule-access';
import { dashboard } from '#lib/gateway/wiring';
import { reportTitle } from '#lib/reports/catalogue';
import { getParams, readGetState } from '#lib/reports/self-service-form';
import { only, routes, type SearchParams } from '#lib/routes';
import { store } from '#lib/session/store';
import { GetButton, getAction, Hidden } from './get-form.tsx';
import { AutoDownload, PollRun } from './poll-run.tsx';

export const metadata: Metadata = { title: 'Your file' };

type Props = { params: Promise<{ run: string }>; searchParams: Promise<SearchParams> };

/** The report in progress, then its file; refreshes itself with or without script. */
export async function GetRunPage({ params, searchParams }: Props) {
  const { run: id } = await params;
  const user = await requireUser(routes.getRun(id));
  const given = await searchParams;
  const run = await readRun(store(), dashboard(), user, id).catch((error) => {
    if (isApiError(error) && error.code === 'not_found') notFound();
    throw error;
  });
  const { issuers } = await issuersOf(user);
  const issuer = issuers?.find((one) => one.customerIssuerId === run.issuer)?.name;
  const file = `/api/runs/${run.id}/file`;
  const fresh = only(given.fresh);
  const waiting = isActive(run);
  return (
    <>
      <PageHeader
        kicker={issuer}
        title={reportTitle(run.endpoint)}
        description={run.asOf ? `As of ${formatDate(run.asOf)}.` : undefined}
      />
      {waiting && (
        <>
          <PollRun />
          <noscript>
            <meta httpEquiv="refresh" content="1" />
          </noscript>
          <div role="status" className="border-y border-line py-4 text-lg">
            {run.state === 'receiving'
              ? `Receiving and checking the file: ${sizeText(run.bytes)} so far.`
              : 'The registry is creating the file.'}
            <p className="mt-1 text-base text-muted">
              This page refreshes automatically. You may leave it: the file is saved under Downloads.
            </p>
          </div>
        </>
      )}
      {run.state === 'ready' && (
        <div role="status">
          <p className="flex items-center gap-2 text-lg text-positive">
            <Icon name="check" /> Ready. The file was checked from its first byte to its last.
          </p>
          {only(given.before) === '1' && (
            <p className="mt-1">You created this file a few minutes ago, so it was not created again.</p>
          )}
          <p className="mt-4">
            <a
              href={file}
              download
              className={cn(buttonClass('primary', 'lg'), 'w-full break-all sm:w-auto')}
            >
              <Icon name="download" /> Download
            </a>
          </p>
          <p className="mt-2 text-muted">
            <span className="break-all">{run.fileName}</span>{' '}
            <span className="whitespace-nowrap">· {sizeText(run.bytes)}</span>
          </p>
          <p className="mt-2">
            <a href={routes.run(run.id, run.issuer)}>
              {schedulesFor(user, run).length > 0 ? 'Preview or schedule this report' : 'Preview this file'}
            </a>
          </p>
          {fresh && (
            <>
              <AutoDownload once={fresh} href={file} />
              <noscript>
                <meta httpEquiv="refresh" content={`0;url=${file}`} />
              </noscript>
            </>
          )}
        </div>
      )}
      {(run.state === 'failed' || run.state === 'interrupted') && (
        <div role="alert" className="rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3">
          <p className="font-medium text-danger">The file could not be created</p>
          <p className="mt-1">{failureText(run)}</p>
        </div>
      )}
      {run.state === 'expired' && <p>The file is no longer stored. Create it again from the form.</p>}
      {only(given.before) === '1' && (
        <form method="post" action={getAction} className="mt-6">
          <Hidden
            token={formToken(dashboard().secret, user)}
            state={{ ...getParams(readGetState(asText(given))), again: '1' }}
          />
          <GetButton variant="secondary">Run again</GetButton>
        </form>
      )}
      <p className="mt-8">
        <a href={routes.get()}>Download another report</a>
      </p>
    </>
  );
}

function asText(params: SearchParams): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
