'use client';

import type { Route } from 'next';
import { useEffect, useState } from 'react';
import { signIn } from '#lib/api/session';
import { TextField } from '@/components/form/fields';
import { Form, type FormFailure } from '@/components/form/form';
import { Button } from '@/components/ui/button';

export type DemoPerson = { email: string; password: string; name: string; title: string; can: string };

/** A whole-page load after sign-in, so that nothing drawn for the person before stays in memory. */
const goTo = (next: Route) => window.location.assign(next);

/** False until the page's script runs: before that a press would send the password as part of an address. */
function useListening() {
  const [listening, setListening] = useState(false);
  useEffect(() => setListening(true), []);
  return listening;
}

export function SignInForm({ next, people }: { next: Route; people: readonly DemoPerson[] }) {
  const [pending, setPending] = useState<string | null>(null);
  const listening = useListening();
  const [failure, setFailure] = useState<FormFailure | null>(null);

  const enter = async (email: string, password: string) => {
    const fields: Record<string, string> = {};
    if (!email.trim()) fields.email = 'Enter your email address.';
    if (!password) fields.password = 'Enter your password.';
    if (Object.keys(fields).length > 0) {
      setFailure({ code: 'incomplete', message: 'Something is missing.', fields });
      return;
    }
    setPending(email);
    setFailure(null);
    const refused = await signIn(email.trim(), password);
    if (!refused) {
      goTo(next);
      return;
    }
    setPending(null);
    setFailure(refused);
  };

  return (
    <>
      <Form
        className="mt-6"
        pending={!listening || pending !== null}
        error={failure}
        onSubmit={(data) => enter(String(data.get('email') ?? ''), String(data.get('password') ?? ''))}
        submit="Sign in"
        pendingLabel={listening ? 'Signing in…' : 'Sign in'}
        labels={{ email: 'Email', password: 'Password' }}
      >
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
        />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </Form>
      {people.length > 0 && (
        <section className="mt-10" aria-labelledby="demo-people">
          <h2 id="demo-people" className="font-serif text-lg">
            Or step in as somebody
          </h2>
          <p className="text-sm text-muted">Demo accounts, one click each. Nothing here is real.</p>
          <ul className="mt-2 border-t border-line">
            {people.map((person) => (
              <li
                key={person.email}
                className="flex items-center justify-between gap-3 border-b border-line py-1.5"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{person.title}</span>
                  <span className="block text-xs break-words text-muted">
                    {person.name}. {person.can}.
                  </span>
                </span>
                <Button
                  size="sm"
                  pending={pending === person.email}
                  disabled={pending !== null && pending !== person.email}
                  onClick={() => enter(person.email, person.password)}
                  aria-label={`Sign in as ${person.title} ${person.name}`}
                >
                  Sign in
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
