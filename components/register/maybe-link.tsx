import type { Route } from 'next';
import { Link } from '../ui/link.tsx';

/** A name with a link to its page, or only the name where there is none. */
export const MaybeLink = ({ href, children }: { href: Route | null; children: string }) =>
  href === null ? children : <Link href={href}>{children}</Link>;
