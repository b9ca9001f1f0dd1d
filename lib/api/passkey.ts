import { request } from './call.ts';
import { ApiError, isApiError } from './error.ts';
import { provenNow } from './session.ts';

/** Whether this browser can use passkeys at all; false on the server. */
export const knowsPasskeys = (): boolean =>
  typeof window !== 'undefined' && window.PublicKeyCredential !== undefined;

/** The library is loaded at its first use, so that pages do not include it. */
const library = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof library>>;

const texts: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was canceled, or took too long. Try again.',
  AbortError: 'No passkey was used: it was canceled. Try again.',
  InvalidStateError: 'This device or security key already has a passkey for your account.',
  SecurityError: 'The browser does not support passkeys at this address.',
};

/** An error of the browser or the authenticator, in the form that pages show. Throws ApiError. */
function rejected(error: unknown): never {
  if (isApiError(error)) throw error;
  const message = texts[(error as Error).name] ?? 'The passkey could not be used. Try again.';
  throw new ApiError('invalid', { message, fields: { passkey: [message] } });
}

const post = (action: string, body: object) => request(`/api/account/${action}`, { method: 'POST', body });

/** Signs a challenge with a passkey of the signed-in user. Throws ApiError. */
export async function signWithPasskey(): Promise<object> {
  const optionsJSON = (await post('passkey-options', { for: 'prove' })) as Parameters<
    Library['startAuthentication']
  >[0]['optionsJSON'];
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON }).catch(rejected);
}

/** Creates a passkey on this device or key and saves it under a name. `codes`: recovery codes must be shown. */
export async function addPasskey(name: string): Promise<{ codes: boolean }> {
  const optionsJSON = (await post('passkey-options', { for: 'add' })) as Parameters<
    Library['startRegistration']
  >[0]['optionsJSON'];
  const { startRegistration } = await library();
  const response = await startRegistration({ optionsJSON }).catch(rejected);
  return (await post('passkey-add', { name, response })) as { codes: boolean };
}

/** The second step of sign-in. Throws ApiError. */
export async function enterByPasskey(): Promise<void> {
  await post('passkey-enter', { response: await signWithPasskey() });
}

/** Re-authenticates the signed-in user; the next `confirmPassword` then needs no input. Throws ApiError. */
export async function confirmByPasskey(): Promise<void> {
  await post('confirm', { passkey: await signWithPasskey() });
  provenNow();
}
