// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

const ended = vi.hoisted(() => ({ signOut: (): Promise<void> => Promise.resolve() }));
vi.mock('#lib/api/session', () => ({ signOut: () => ended.signOut() }));

const gone: string[] = [];

beforeEach(() => {
  vi.resetModules();
  gone.length = 0;
  window.history.replaceState(null, '', '/issuers/1001?asof=2025-12-31');
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void gone.push(String(to)));
});

const fresh = () => import('./sign-out.ts');

it('an ended session redirects to sign-in with the current page', async () => {
  const { redirectToSignIn } = await fresh();
  redirectToSignIn();
  expect(gone).toEqual(['/sign-in?next=%2Fissuers%2F1001%3Fasof%3D2025-12-31&reason=expired']);
});

it('signing out shows no notice of an ended session, whatever is loading', async () => {
  const { signOutAndReload, redirectToSignIn } = await fresh();
  let respond = () => {};
  ended.signOut = () => new Promise<void>((done) => (respond = done));
  const left = signOutAndReload();
  redirectToSignIn();
  await vi.waitFor(() => expect(respond.name).not.toBe('respond'));
  redirectToSignIn();
  expect(gone).toEqual([]);
  respond();
  await left;
  redirectToSignIn();
  expect(gone).toEqual(['/sign-in']);
});

it('signs out locally even when the server is unreachable', async () => {
  const { signOutAndReload } = await fresh();
  ended.signOut = () => Promise.reject(new Error('away'));
  await signOutAndReload();
  expect(gone).toEqual(['/sign-in']);
});
