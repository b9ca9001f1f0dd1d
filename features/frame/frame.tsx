// Frame of every signed-in page: navigation, issuer, as-of date, search and user menu.

'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, Suspense, useEffect, useState, ViewTransition } from 'react';
import { useBooksFrom } from '#components/data/queries/use-books-from';
import { IssuerChoice, type Listed } from '#components/register/issuer-choice';
import { AppShell, type Environment } from '#components/shell/app-shell';
import { AsOfBar } from '#components/shell/as-of-bar';
import { IssuerPlaceholder } from '#components/shell/issuer-switcher';
import { type NavRights, navFor } from '#components/shell/menu';
import { RunIndicator } from '#components/shell/run-indicator';
import { UserMenu } from '#components/shell/user-menu';
import { MadeOn } from '#components/table/made-on';
import { recordNavigation } from '#components/ui/browser/pending-navigation';
import { isActive, runsQuery } from '#lib/api/runs';
import { address, hasAsOf, issuerPage, type Route, readAsOf, readIssuer, routes } from '#lib/routes';
import { type Layer, type OfferedReport, Palette } from '../search/index.ts';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { NewVersionReload } from './new-version-reload.tsx';
import { signOutAndReload } from './sign-out.ts';

export type FrameProps = {
  user: { name: string; email: string; title: string };
  rights: NavRights;
  /** Reports this user may create. */
  reports: readonly OfferedReport[];
  environment: Environment;
  /** True when all records are fictional: every page shows it. */
  fictional: boolean;
  today: string;
  /** The server's time, as ISO text. */
  now: string;
  /** The only issuer of a user who has exactly one. */
  only: number | null;
  issuers: Promise<readonly Listed[]>;
  children: ReactNode;
};

/** The shell around every signed-in page; its content depends only on the address. */
export function Frame(props: FrameProps) {
  const { user, rights, reports, environment, fictional, today, now, only, issuers, children } = props;
  const [shown, setShown] = useState<Layer>(null);
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const here = issuerPage(pathname);
  const asof = readAsOf(search.get('asof'), today);
  // With a single issuer its menu is always shown. The form of a report counts for the issuer chosen in it.
  const issuer = only ?? here?.issuer ?? readIssuer(search.get('issuer') ?? '');

  const shownIssuer = useListed(issuers, rights.figures ? (here?.issuer ?? null) : null);
  const earliest = useBooksFrom(shownIssuer) ?? undefined;

  const go = (to: Route, scroll = false) => {
    recordNavigation(to);
    router.push(to, { scroll });
  };
  const moveTo = (date: string | null) => {
    const next = new URLSearchParams(window.location.search);
    if (date) next.set('asof', date);
    else next.delete('asof');
    go(address(pathname, Object.fromEntries(next)));
  };

  const nav = navFor({ issuer, asof, rights });
  return (
    <AppShell
      home={routes.home()}
      environment={environment}
      nav={nav}
      issuer={
        <Suspense fallback={<IssuerPlaceholder isFixed={only !== null} />}>
          <IssuerChoice
            issuers={issuers}
            current={issuer}
            onSelect={(id) => {
              // Keeps page and date; filters and sort belong to the previous issuer's rows.
              const page = here?.page ? `/${here.page}` : '';
              go(address(`/issuers/${id}${page}`, { asof, view: here ? search.get('view') : null }), true);
            }}
          />
        </Suspense>
      }
      search={
        <Palette
          scope={{ nav, reports, rights, issuer, asof, today }}
          issuers={issuers}
          shown={shown}
          onShow={setShown}
          onToday={() => moveTo(null)}
        />
      }
      runs={<RunsInProgress />}
      user={
        <UserMenu
          name={user.name}
          detail={`${user.title} · ${user.email}`}
          items={[
            { kind: 'link', label: 'Your account', href: routes.account() },
            { label: 'Keyboard shortcuts', note: '?', onSelect: () => setShown('keys') },
          ]}
          onSignOut={() => void signOutAndReload()}
        />
      }
      asOf={
        here &&
        rights.figures &&
        // A past day that a link brought along keeps its way back to today.
        (hasAsOf(pathname) || asof !== null) && (
          <AsOfBar date={asof} today={today} onChange={moveTo} earliest={earliest} />
        )
      }
      foot={
        fictional && (
          <p className="mt-10 border-t border-line pt-2 text-xs text-muted">
            Demo registry. Every issuer, person and figure is fictional.
          </p>
        )
      }
    >
      <FocusOnArrival path={pathname} />
      <NewVersionReload />
      <MadeOn day={today} by={user.name} serverTime={now}>
        {/* One page fades into the next. Filters, sorting and another date change a page at once. */}
        <ViewTransition key={pathname} enter="auto" exit="auto" default="none">
          <div>{children}</div>
        </ViewTransition>
      </MadeOn>
    </AppShell>
  );
}

/** The issuer, once it is known to be one of the list: a path may name one that does not exist. */
function useListed(issuers: FrameProps['issuers'], issuer: number | null): number | null {
  const [listed, setListed] = useState<readonly Listed[]>([]);
  useEffect(() => {
    let isCurrent = true;
    issuers.then(
      (found) => isCurrent && setListed(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [issuers]);
  return listed.some(({ customerIssuerId }) => customerIssuerId === issuer) ? issuer : null;
}

/** Link to the downloads with the number of reports in progress. */
function RunsInProgress() {
  const { data } = useQuery(runsQuery());
  return <RunIndicator running={data?.filter(isActive).length ?? 0} href={routes.downloads()} />;
}
