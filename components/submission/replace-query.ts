import type { useRouter } from 'next/navigation';
import type { Route } from '#lib/routes';

/**
 * Loads the page that is shown with the query of `to`. Does nothing once the user has left the page: an effect
 * may run after Back was pressed, and would return the user to the page.
 */
export function replaceQuery(router: ReturnType<typeof useRouter>, to: Route): void {
  if (window.location.pathname === to.split('?', 1)[0]) router.replace(to);
}
