import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { rightsOf } from '#lib/access/roles';
import { env } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { routes } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';
import { AuditView } from './audit-view.tsx';

const title = 'Audit';

/** Users without the right get the title of "not found". */
export async function generateMetadata(): Promise<Metadata> {
  const user = await currentUser();
  return { title: user && rightsOf(user).administers ? title : 'Page not found' };
}

export const AuditPage = slowPage(async () => {
  const user = await requireUser(routes.audit());
  if (!rightsOf(user).administers) notFound();
  const { issuers } = await issuersOf(user);
  return (
    <AuditView
      issuers={issuers ?? []}
      zone={env().registry.timeZone}
      // Entries carry the real time at which they were written, not the registry's date.
      today={todayIn(env().registry.timeZone, new Date())}
    />
  );
});
