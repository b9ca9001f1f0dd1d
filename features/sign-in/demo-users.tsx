import type { Route } from 'next';
import { buttonClass } from '#components/ui/button-variant';
import { enteringAction } from './auth-form.tsx';

export type DemoUser = { email: string; password: string; name: string; title: string; can: string };

/** One button per demo account; each is a form of its own, so that it works without script. */
export function DemoUsers({ people, next }: { people: readonly DemoUser[]; next: Route }) {
  return (
    <section className="mt-10" aria-labelledby="demo-people">
      <h2 id="demo-people" className="font-title text-lg">
        Or use a demo account
      </h2>
      <p className="text-sm text-muted">Sign in with one click. All demo data is fictional.</p>
      <ul className="mt-2 border-t border-line">
        {people.map(({ email, password, name, title, can }) => (
          <li key={email} className="border-b border-line">
            <form
              method="post"
              action={enteringAction('password')}
              className="flex items-center justify-between gap-3 py-1.5"
            >
              {Object.entries({ email, password, next }).map(([field, value]) => (
                <input key={field} type="hidden" name={field} value={value} />
              ))}
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                <span className="block text-xs break-words text-muted">
                  {name}. {can}.
                </span>
              </span>
              <button
                type="submit"
                className={buttonClass('secondary', 'sm')}
                aria-label={`Sign in as ${title} ${name}`}
              >
                Sign in
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
