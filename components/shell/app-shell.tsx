import type { Route } from 'next';
import type { ReactNode } from 'react';
import { Link } from '../ui/link.tsx';
import { ToastProvider } from '../ui/overlay/toast.tsx';
import { DrawerNav, type NavItem, SideNav } from './navigation.tsx';

export type Environment = { label: string; kind: 'production' | 'sandbox' | 'other' };

export type AppShellProps = {
  /** Link of the product name. */
  home: string;
  environment: Environment;
  nav: readonly NavItem[];
  /** Slots of the top bar, left to right. */
  issuer?: ReactNode;
  search?: ReactNode;
  runs?: ReactNode;
  user?: ReactNode;
  /** AsOfBar, on pages inside an issuer. */
  asOf?: ReactNode;
  /** At the end of the page; at the bottom of the window when the page is shorter. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * SANDBOX is hatched, so that it cannot be mistaken for production in a screenshot or by a color-blind reader.
 */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  if (environment.kind === 'production') return null;
  return (
    <span className="sandbox-hatch rounded border border-sandbox px-1.5 text-xs font-semibold text-sandbox">
      <span className="sr-only">Environment: </span>
      {environment.label}
    </span>
  );
}

/** `narrow` shows only the logo on small screens. */
export function Wordmark({ narrow = false }: { narrow?: boolean }) {
  return (
    <span className="flex items-center gap-2 font-title text-lg leading-none">
      <svg viewBox="0 0 20 20" className="size-5 text-accent" aria-hidden="true">
        <path d="M4 2.5h12v15H4z" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M6.5 6.5h7M6.5 9.5h7M6.5 13.2h7M6.5 14.9h7" stroke="currentColor" strokeWidth="1.1" />
      </svg>
      <span className={narrow ? 'max-sm:sr-only' : undefined}>Sharebook</span>
    </span>
  );
}

/** Layout of every signed-in page: skip link, top bar, navigation, main landmark, notifications. */
export function AppShell(props: AppShellProps) {
  const { home, environment, nav, issuer, search, runs, user, asOf, foot, children } = props;
  return (
    <ToastProvider>
      <a
        href="#main"
        className="sr-only rounded bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col print:block">
        <header className="border-b border-rule bg-raised print:hidden" data-top-bar="">
          <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-1.5 max-sm:gap-x-2 max-sm:px-3">
            <DrawerNav items={nav} />
            <Link
              href={home as Route}
              className="flex items-center no-underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <Wordmark narrow />
            </Link>
            <EnvironmentBadge environment={environment} />
            <div className="min-w-0 max-sm:order-last max-sm:-ml-2 max-sm:basis-full">{issuer}</div>
            <div className="ml-auto flex items-center gap-2">
              {search}
              {runs}
              {user}
            </div>
          </div>
          {asOf}
        </header>
        <div className="mx-auto flex w-full max-w-[112rem] grow print:block">
          <div className="w-52 shrink-0 border-r border-line max-lg:hidden print:hidden">
            <SideNav items={nav} />
          </div>
          <main
            id="main"
            tabIndex={-1}
            className="flex min-w-0 flex-1 flex-col px-6 py-5 outline-none max-sm:px-3 print:block print:p-0"
          >
            <div className="min-w-0 grow">{children}</div>
            <div data-page-foot="">{foot}</div>
          </main>
        </div>
      </div>
    </ToastProvider>
  );
}
