import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RefreshPanel } from '#components/data/refresh-panel';
import { issuersOf, requireUser } from '#components/page/page-guards';
import { slowPage } from '#components/page/slow-page';
import { today } from '#components/page/today';
import { rightsOf } from '#lib/access/roles';
import { routes } from '#lib/routes';
import { CalendarView } from './calendar-view.tsx';

export const metadata: Metadata = { title: 'Calendar' };

/** The days of meetings and dividends of every issuer that the user may see. */
export const CalendarPage = slowPage(async () => {
  const user = await requireUser(routes.calendar());
  if (rightsOf(user).class === 'downloader') notFound();
  const { issuers, error } = await issuersOf(user);
  if (!issuers)
    return (
      <RefreshPanel page="Calendar" code={error.code} message={error.message} requestId={error.requestId} />
    );
  return <CalendarView issuers={issuers} today={today()} />;
});
