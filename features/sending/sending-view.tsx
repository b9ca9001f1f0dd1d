'use client';

import { useRouter } from 'next/navigation';
import { ScrollRegion } from '#components/data/scroll-region';
import { ChangeButton } from '#components/step-up/change-form';
import { Badge } from '#components/ui/badge';
import { useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { useToast } from '#components/ui/overlay/toast';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { FileLink } from '#lib/api/file-links';
import { routes } from '#lib/routes';
import { LinkDownloads, LinkStatus, RevokeLink } from './link-cells.tsx';

type Listed = FileLink & { sender: string; title: string; owner: string };
type Props = { allowed: boolean; needsCode: boolean; links: readonly Listed[] };

const cell = 'px-3 py-2 align-top max-sm:px-2';
const heads = ['Report', 'Addressee', 'Status', 'Downloads', 'Sent'];

/** The setting of the installation, and the newest links of all users. */
export function SendingView({ allowed, needsCode, links }: Props) {
  const notify = useToast();
  const router = useRouter();
  const clock = useClock();
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <Badge tone={allowed ? 'positive' : 'neutral'}>{allowed ? 'On' : 'Off'}</Badge>
        {allowed
          ? 'Users may send files by a link. Files with full tax IDs or access codes are never sent.'
          : 'Files cannot be sent by a link, and no link works. Once you allow it, every user has the button “Send by link” on the page of a finished report.'}
      </p>
      <ChangeButton
        key={`${allowed}`}
        path="/api/settings/sending"
        needsCode={needsCode}
        pendingLabel="Saving…"
        label={allowed ? 'Stop sending' : 'Allow sending'}
        variant={allowed ? 'danger' : 'secondary'}
        about={
          allowed
            ? 'No file can be sent by a link, and links that are open stop working at once. If sending is allowed again, they work again until they expire.'
            : 'Every user may send files that the user may download. The page of the addressee needs no account; it asks for the link and its code.'
        }
        submit={allowed ? 'Stop sending' : 'Allow sending'}
        body={{ allowed: !allowed }}
        onDone={() => notify({ text: allowed ? 'Sending is off.' : 'Sending is allowed.', tone: 'positive' })}
      />
      <Section title="Links">
        {links.length === 0 ? (
          <EmptyState title="No links">
            Links that users create on the page of a report are listed here.
          </EmptyState>
        ) : (
          <ScrollRegion label="Links" className="border-y border-rule">
            <table className="w-full border-collapse max-sm:min-w-[44rem] print:min-w-0">
              <caption className="sr-only">Links of all users, newest first</caption>
              <thead>
                <tr className="border-b border-rule bg-sunken text-left text-sm">
                  {heads.map((head) => (
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
                      <Link href={routes.run(link.run)} className="font-medium">
                        {link.title}
                      </Link>
                      <span className="block text-sm text-muted">{link.owner}</span>
                      <span className="print:hidden">
                        <RevokeLink link={link} onDone={() => router.refresh()} />
                      </span>
                    </th>
                    <td className={cell}>
                      {link.name}
                      <span className="block text-sm break-all text-muted">{link.email}</span>
                    </td>
                    <td className={cell}>
                      <LinkStatus link={link} />
                    </td>
                    <td className={cell}>
                      <LinkDownloads link={link} />
                    </td>
                    <td className={cell}>
                      {link.sender}
                      <span className="block text-sm text-muted">{clock.instant(link.createdAt)}</span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </Section>
    </>
  );
}
