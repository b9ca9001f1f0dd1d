'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ScrollRegion } from '#components/data/scroll-region';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { ErrorPanel } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { linksQuery, type RunLinks } from '#lib/api/file-links';
import { routes } from '#lib/routes';
import { LinkDownloads, LinkStatus, RevokeLink } from './link-cells.tsx';

const SendDialog = lazyComponent(
  () => import('./send-dialog.tsx').then((part) => part.SendDialog),
  null,
  'when drawn',
);

type Props = {
  run: string;
  /** What the server read with the page; null when the file was not finished then. */
  initial: RunLinks | null;
  administers: boolean;
};

const nothingYet: RunLinks = { canSend: 'no', links: [] };

const cell = 'px-3 py-2 align-top max-sm:px-2';

/** The links by which a file was sent, and the button that sends it to one more. */
export function SentLinks({ run, initial, administers }: Props) {
  const clock = useClock();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const query = linksQuery(run);
  const {
    data: { canSend, links } = nothingYet,
    error,
    refetch,
    dataUpdatedAt,
  } = useQuery({ ...query, initialData: initial ?? undefined });
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey });
  const isOff = canSend === 'off';
  if (!error && links.length === 0 && (canSend === 'no' || (isOff && !administers))) return null;
  return (
    <Section title="Sent by link">
      {error && (
        <ErrorPanel
          error={error}
          title="The links could not be loaded"
          onRetry={() => refetch()}
          stillShowing={dataUpdatedAt > 0 ? clock.time(dataUpdatedAt) : undefined}
        />
      )}
      {canSend === 'yes' && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <Button onClick={() => setSending(true)}>Send by link</Button>
          <p className="max-w-prose text-sm text-muted">
            For one person without an account. The link expires, needs a code, and can be revoked.
          </p>
        </div>
      )}
      {canSend === 'secret' && (
        <p className="mb-3">Files with full tax IDs or access codes cannot be sent by a link.</p>
      )}
      {isOff && (
        <p className="mb-3">
          Sending files by a link is off.{' '}
          {administers ? (
            <Link href={routes.sending()}>Allow it on the page Sending</Link>
          ) : (
            'An administrator can allow it for all users, on the page Sending under Administration'
          )}
          .
        </p>
      )}
      {links.length > 0 && (
        <ScrollRegion label="Links" className="border-y border-rule">
          <table className="w-full border-collapse max-sm:min-w-[36rem] print:min-w-0">
            <caption className="sr-only">Links to this file, newest first</caption>
            <thead>
              <tr className="border-b border-rule bg-sunken text-left text-sm">
                {['Addressee', 'Status', 'Downloads', 'Created'].map((head) => (
                  <th key={head} scope="col" className={`${cell} font-medium`}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {links.map((link) => (
                <tr key={link.id} className="border-b border-line">
                  <th scope="row" className={`${cell} text-left font-normal`}>
                    <span className="font-medium">{link.name}</span>
                    <span className="block text-sm break-all text-muted">{link.email}</span>
                    <span className="print:hidden">
                      <RevokeLink link={link} onDone={refresh} />
                    </span>
                  </th>
                  <td className={cell}>
                    <LinkStatus link={link} />
                  </td>
                  <td className={cell}>
                    <LinkDownloads link={link} />
                  </td>
                  <td className={cell}>{clock.instant(link.createdAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {isSending && (
        <SendDialog
          run={run}
          onMade={refresh}
          onClose={() => {
            setSending(false);
            refresh();
          }}
        />
      )}
    </Section>
  );
}
