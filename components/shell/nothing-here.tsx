import { routes } from '#lib/routes';
import { buttonClass } from '../ui/button-variant.ts';

/**
 * One page for what does not exist and for what is not permitted: users must not be able to tell them apart.
 */
export function NothingHere() {
  return (
    <div className="mx-auto max-w-lg px-4 py-16">
      <h1 tabIndex={-1} className="font-title text-2xl outline-none">
        Page not found
      </h1>
      <p className="mt-2 text-muted">
        This page does not exist, or you do not have access. If you followed a link, ask your administrator
        for access to the issuer.
      </p>
      <div className="mt-6">
        {/* A plain link: this page is part of every first load, and the router's link would add code to it. */}
        <a className={buttonClass('primary')} href={routes.home()}>
          Go to home
        </a>
      </div>
    </div>
  );
}
