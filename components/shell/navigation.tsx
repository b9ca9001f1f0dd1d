'use client';

import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { IconButton } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Icon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';

/**
 * An available page. `href` may have parameters; its path, or a path below `also`, decides which entry is
 * current.
 */
export type NavItem = {
  label: string;
  href: string;
  group: string;
  also?: string;
  /** Key pressed after `g` to open the page. */
  letter?: string;
};

const pathOf = (href: string) => href.split(/[?#]/, 1)[0] ?? href;

/** The entry with the longest path that is a prefix of the address. */
export function currentItem(items: readonly NavItem[], pathname: string): NavItem | undefined {
  return items
    .filter(({ href, also }) =>
      [pathOf(href), also ?? '/'].some(
        (path) => (path !== '/' && pathname.startsWith(`${path}/`)) || pathname === pathOf(href),
      ),
    )
    .sort((a, b) => pathOf(b.href).length - pathOf(a.href).length)[0];
}

/** Above this many entries the menu would be higher than a window of 900 px. */
const openMax = 24;
/** Folded first in a long menu: what is not opened every day. */
const foldable: readonly string[] = ['Import', 'Compliance', 'Administration'];

type GroupProps = {
  items: readonly NavItem[];
  current: NavItem | undefined;
  onGo?: () => void;
};

const Entries = ({ items, current, onGo }: GroupProps) => (
  <ul>
    {items.map((item) => (
      <li key={item.href}>
        <Link
          href={item.href as Route}
          onClick={onGo}
          aria-current={item === current ? 'page' : undefined}
          className={cn(
            'block border-l-3 px-3 py-px no-underline max-lg:py-2 pointer-coarse:py-2.5',
            item === current
              ? 'border-accent bg-accent-soft font-medium text-accent'
              : 'border-transparent text-ink hover:bg-sunken',
          )}
        >
          {item.label}
        </Link>
      </li>
    ))}
  </ul>
);

const groupHead = 'px-3 pb-px text-xs text-muted';

/** The entries by group. Beside an issuer's pages the menu is long: the groups of all issuers are folded there. */
function Groups({ items, onGo }: { items: readonly NavItem[]; onGo?: () => void }) {
  const current = currentItem(items, usePathname());
  const groups = [...new Set(items.map((item) => item.group))];
  const isLong = items.length > openMax;
  return groups.map((group) => {
    const own = items.filter((item) => item.group === group);
    if (!isLong || !foldable.includes(group))
      return (
        <div key={group} className="mb-2">
          <h2 className={groupHead}>{group}</h2>
          <Entries items={own} current={current} onGo={onGo} />
        </div>
      );
    const isCurrent = current?.group === group;
    return (
      // A new element once its page is current, so that its entry shows.
      <details key={`${group} ${isCurrent}`} open={isCurrent} className="group/menu mb-2">
        <summary
          className={cn(
            groupHead,
            'flex min-h-6 list-none items-center justify-between hover:text-ink max-lg:min-h-11 [&::-webkit-details-marker]:hidden',
          )}
        >
          <h2>{group}</h2>
          <Icon name="chevronDown" className="size-3.5 group-open/menu:rotate-180" />
        </summary>
        <Entries items={own} current={current} onGo={onGo} />
      </details>
    );
  });
}

export function SideNav({ items }: { items: readonly NavItem[] }) {
  return (
    <nav
      aria-label="Pages"
      className="sticky top-0 max-h-[calc(100dvh-6.25rem)] overflow-auto py-2.5 [scrollbar-width:thin]"
    >
      <Groups items={items} />
    </nav>
  );
}

// Loaded at the first press: wide windows never need it.
const Drawer = lazyComponent(
  () => import('../ui/overlay/dialog.tsx').then((part) => part.Dialog),
  null,
  'when drawn',
);

/** The same entries in a drawer, for narrow windows and 400 % zoom. */
export function DrawerNav({ items }: { items: readonly NavItem[] }) {
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  const show = () => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton label="Pages" icon="menu" aria-haspopup="dialog" onClick={show} className="lg:hidden" />
      {used && (
        <Drawer open={open} onClose={() => setOpen(false)} title="Sharebook" position="drawer">
          <nav aria-label="Pages" className="-mx-4">
            {/* Closes at the press: the new page takes the focus, which an open modal would prevent. */}
            <Groups items={items} onGo={() => setOpen(false)} />
          </nav>
        </Drawer>
      )}
    </>
  );
}
