'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { signOut } from '#lib/api/session';
import { address, issuerPage, type Route, readAsOf, routes } from '#lib/routes';
import { AppShell, type Environment } from '@/components/shell/app-shell';
import { AsOfBar } from '@/components/shell/as-of-bar';
import { IssuerSwitcher } from '@/components/shell/issuer-switcher';
import { PersonMenu } from '@/components/shell/person-menu';
import { type NavRights, navFor } from './navigation.ts';
import { RunsInProgress } from './runs-in-progress.tsx';

export type FrameProps = {
  person: { name: string; email: string; title: string };
  rights: NavRights;
  environment: Environment;
  /** True when every record is invented: said on every page. */
  fictional: boolean;
  today: string;
  issuers: readonly { customerIssuerId: number; name: string; status: string }[];
  children: ReactNode;
};

/** A whole-page load, so that nothing drawn for the person before stays in memory. */
const leave = (to: Route) => window.location.assign(to);

/** The shell around every signed-in page: what it shows follows the address alone. */
export function Frame({ person, rights, environment, fictional, today, issuers, children }: FrameProps) {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const here = issuerPage(pathname);
  const asof = readAsOf(search.get('asof'), today);
  const items = issuers.map((issuer) => ({
    id: `${issuer.customerIssuerId}`,
    label: issuer.name,
    note: issuer.status && issuer.status !== 'Active' ? issuer.status : `${issuer.customerIssuerId}`,
  }));
  const only = issuers.length === 1 ? issuers[0]?.customerIssuerId : undefined;
  const issuer = here?.issuer ?? only;

  const moveTo = (date: string | null) => {
    const next = new URLSearchParams(window.location.search);
    if (date) next.set('asof', date);
    else next.delete('asof');
    router.push(address(pathname, Object.fromEntries(next)), { scroll: false });
  };

  return (
    <AppShell
      home={routes.home()}
      environment={environment}
      nav={navFor({ issuer: issuer ?? null, asof, rights })}
      issuer={
        issuers.length > 0 && (
          <IssuerSwitcher
            issuers={items}
            current={items.find((item) => item.id === `${issuer}`)}
            onSelect={(item) => {
              // The page and the date stay; filters and sorting belong to the rows that are left behind.
              const page = here?.page ? `/${here.page}` : '';
              router.push(
                address(`/issuers/${item.id}${page}`, { asof, view: here ? search.get('view') : null }),
              );
            }}
          />
        )
      }
      runs={<RunsInProgress />}
      person={
        <PersonMenu
          name={person.name}
          detail={`${person.title} · ${person.email}`}
          onSignOut={() => signOut().finally(() => leave(routes.signIn()))}
        />
      }
      asOf={here && rights.figures && <AsOfBar date={asof} today={today} onChange={moveTo} />}
    >
      <FocusOnArrival path={pathname} />
      {children}
      {fictional && (
        <p className="mt-10 border-t border-line pt-2 text-xs text-muted">
          Demo registry. Every issuer, person and figure is fictional.
        </p>
      )}
    </AppShell>
  );
}

/** After a navigation the focus goes to the new page's content, as it would after a full load. */
function FocusOnArrival({ path }: { path: string }) {
  useEffect(() => {
    const from = path;
    return () => {
      if (from !== window.location.pathname) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [path]);
  return null;
}
