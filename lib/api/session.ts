// Sign-in, re-authentication and sign-out from the browser.

import { request } from './call.ts';
import { isApiError } from './error.ts';

export type Rejected = { code: string; message: string };

const messages: Record<string, string> = {
  wrong: 'Incorrect email or password. Check both and try again.',
  throttled:
    'Too many attempts. Wait a minute, then try again. Until then, the correct password is refused too.',
  failed: 'Sign-in failed. Try again shortly.',
};

const rejected = (code: keyof typeof messages): Rejected => ({ code, message: messages[code] ?? '' });

/** Signs in through next-auth's endpoints. Null on success, else the error with its text. */
export async function signIn(email: string, password: string): Promise<Rejected | null> {
  try {
    const { csrfToken } = (await request('/api/auth/csrf')) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, email, password, json: 'true', callbackUrl: '/' });
    const { url } = (await request('/api/auth/callback/credentials', { method: 'POST', body })) as {
      url?: string;
    };
    return reasonIn(url ?? '');
  } catch (error) {
    const { status, message } = error as { status?: number; message?: string };
    if (status === 429) return rejected('throttled');
    if (status === 401) return rejected('wrong');
    return { code: 'failed', message: message || rejected('failed').message };
  }
}

/** next-auth answers a refused sign-in with an address that carries the reason. */
function reasonIn(url: string): Rejected | null {
  const error = /[?&]error=([^&]*)/.exec(url)?.[1];
  if (error === undefined) return null;
  if (/too.?many|throttl/i.test(decodeURIComponent(error))) return rejected('throttled');
  return rejected(error === 'CredentialsSignin' ? 'wrong' : 'failed');
}

/** `needsCode`: the password alone is not enough; a code of the second factor is required too. */
export type Unconfirmed = Rejected & { needsCode: boolean; fields?: Readonly<Record<string, string[]>> };

/** How long a passkey proof is reused: shorter than the ten minutes of the server. */
const provenMs = 9 * 60_000;
let provenAtMs = Number.NEGATIVE_INFINITY;

/** Records that a passkey has just re-authenticated the user. */
export function provenNow(): void {
  provenAtMs = Date.now();
}

/**
 * Re-authenticates the signed-in user before a sensitive operation. Null on success, else the error. With no
 * input, a recent passkey proof is enough; the server checks that when it receives the operation.
 */
export async function confirmPassword(password: string, code = ''): Promise<Unconfirmed | null> {
  if (!password && !code && Date.now() - provenAtMs < provenMs) return null;
  try {
    await request('/api/account/confirm', { method: 'POST', body: { password, code } });
    return null;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { code: name, message, fields } = error;
    return { code: name, message, fields, needsCode: fields?.code !== undefined };
  }
}

/** Ends the session on the server. The caller then loads the sign-in page. */
export async function signOut(): Promise<void> {
  const { csrfToken } = (await request('/api/auth/csrf')) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/sign-in' });
  await request('/api/auth/signout', { method: 'POST', body });
}
