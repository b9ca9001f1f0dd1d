// Re-authentication at the OpenID provider; typed values are restored on return.

'use client';

import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { AuthMethods } from './auth-methods.tsx';

/** Parameter set on return from a provider that did not confirm a new sign-in of this user. */
const failedName = 'proof';

const storeKey = () => `sharebook.typed ${window.location.pathname}`;

type Typed = Readonly<Record<string, unknown>>;

/** Error for a sign-in that is too old: what to do, and the missing field where the page has one. */
export function reauthError(ways: AuthMethods, text: string) {
  if (!ways.password && !ways.code)
    return { message: 'Sign in again at your organization first. Your input is saved, except tax IDs.' };
  const needed = 'Required if your last sign-in is more than 10 minutes old.';
  return { message: text, fields: { [ways.password ? 'password' : 'code']: needed } };
}

/**
 * Returns, once, what was typed on this page before the user was sent to the provider; `take` returns false
 * when it belongs to another form.
 */
export function useTypedBefore(take: (typed: Typed) => boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened again
  useEffect(() => {
    try {
      const text = sessionStorage.getItem(storeKey());
      if (text && take(JSON.parse(text) as Typed)) sessionStorage.removeItem(storeKey());
    } catch {
      // Without storage it has to be typed again.
    }
  }, []);
}

function leave(typed: Typed | undefined): void {
  try {
    if (typed) sessionStorage.setItem(storeKey(), JSON.stringify(typed));
  } catch {
    // Without storage it has to be typed again.
  }
  const here = new URL(window.location.href);
  here.searchParams.delete(failedName);
  goToProvider({ again: '1', next: here.pathname + here.search });
}

/** Sends the browser to the provider with a separate form, so that no field of the surrounding form is sent. */
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
 * For users without a password and a code here: the provider requests the password again and returns to this
 * page. `typed`: values the page would lose; not needed by forms that store a draft.
 */
export function ProviderReauth({ typed }: { typed?: () => Typed }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => setFailed(new URLSearchParams(window.location.search).get(failedName) === 'failed'), []);
  return (
    <div className="rounded-md border border-rule px-3 py-2">
      {failed && (
        <p role="alert" className="mb-1 font-semibold">
          Your organization did not confirm a new sign-in. Nothing was sent or changed.
        </p>
      )}
      <p>
        This requires a recent sign-in at your organization. You return to this page, and your input is saved,
        except tax IDs.
      </p>
      <Button className="mt-2" onClick={() => leave(typed?.())}>
        Sign in again at your organization
      </Button>
    </div>
  );
}
