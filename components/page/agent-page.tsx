import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactElement } from 'react';
import { rightsOf, type User } from '#lib/access/roles';
import { type Route, routes } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';
import { RefreshPanel } from '../data/refresh-panel.tsx';
import { Link } from '../ui/link.tsx';
import { EmptyState } from '../ui/states.tsx';
import { PageHeader } from '../ui/text.tsx';
import { type IssuerSummary, issuersOf, requireUser } from './page-guards.ts';
import { today } from './today.ts';

/** Title of a page for agent staff; other users get the title of "not found". */
export async function agentTitle(title: string): Promise<Metadata> {
  const user = await currentUser();
  return { title: user && rightsOf(user).class === 'ta' ? title : 'Page not found' };
}

/** A page for agent staff over all issuers; other users get "not found". */
export async function agentPage(
  title: string,
  here: Route,
  draw: (issuers: readonly IssuerSummary[], today: string, user: User) => ReactElement,
): Promise<ReactElement> {
  const user = await requireUser(here);
  if (rightsOf(user).class !== 'ta') notFound();
  const { issuers, error } = await issuersOf(user);
  if (!issuers)
    return (
      <RefreshPanel page={title} code={error.code} message={error.message} requestId={error.requestId} />
    );
  if (issuers.length === 0)
    return (
      <>
        <PageHeader title={title} />
        <EmptyState title="No issuers">
          The registry lists no issuer for this agent yet. An issuer appears when its register was brought in,
          or after its first issuance. <Link href={routes.home()}>Go to home</Link>
        </EmptyState>
      </>
    );
  return draw(issuers, today(), user);
}
