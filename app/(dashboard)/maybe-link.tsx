import type { Route } from 'next';
import { Link } from '@/components/ui/link';

/** A name that leads to its page, or just the name where there is none. */
export const MaybeLink = ({ href, children }: { href: Route | null; children: string }) =>
  href === null ? children : <Link href={href}>{children}</Link>;
