'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ProofWays } from './proof-ways.tsx';

/** What the address of a page says on the way back from a provider who confirmed no new sign-in of this person. */
const failedName = 'proof';

const storeKey = () => `sharebook.typed ${window.location.pathname}`;

type Typed = Readonly<Record<string, unknown>>;

/** What an old sign-in is told: what to do, and the field that is missing where it is one of this page. */
export function stepUpFault(ways: ProofWays, sentence: string) {
  if (!ways.password && !ways.code)
    return { message: 'Sign in again at your organization first. What you typed is kept, tax ids excepted.' };
  const needed = 'Needed when the last sign-in is more than 10 minutes ago.';
  return { message: sentence, fields: { [ways.password ? 'password' : 'code']: needed } };
}

/** Hands back, once, what was typed on this page before its person was sent to their provider; false: not for here. */
export function useTypedBefore(take: (typed: Typed) => boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is come back to
  useEffect(() => {
    try {
      const text = sessionStorage.getItem(storeKey());
      if (text && take(JSON.parse(text) as Typed)) sessionStorage.removeItem(storeKey());
    } catch {
      // Without a store it has to be typed again.
    }
  }, []);
}

function leave(typed: Typed | undefined): void {
  try {
    if (typed) sessionStorage.setItem(storeKey(), JSON.stringify(typed));
  } catch {
    // The same.
  }
  const here = new URL(window.location.href);
  here.searchParams.delete(failedName);
  goToProvider({ again: '1', next: here.pathname + here.search });
}

/** Sends the browser to the provider by a form of its own, so that nothing of the one around it is sent along. */
export function goToProvider(fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/api/account/sign-in/provider';
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/**
 * For people without a password and a code here: to their provider, who asks for the password anew, and back to this very
 * page (ruling 8). `typed`: what the page would lose; forms that keep a draft of their own need none.
 */
export function ProviderProof({ typed }: { typed?: () => Typed }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => setFailed(new URLSearchParams(window.location.search).get(failedName) === 'failed'), []);
  return (
    <div className="rounded-md border border-rule px-3 py-2">
      {failed && (
        <p role="alert" className="mb-1 font-semibold">
          Your organization did not confirm that you signed in again just now. Nothing was sent or changed.
        </p>
      )}
      <p>
        This needs a recent sign-in at your organization. You are led back here, and what you typed is kept,
        tax ids excepted.
      </p>
      <Button className="mt-2" onClick={() => leave(typed?.())}>
        Sign in again at your organization
      </Button>
    </div>
  );
}
