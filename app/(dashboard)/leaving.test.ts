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

const fresh = () => import('./leaving.ts');

it('an ended session leads to sign-in and says where the person was', async () => {
  const { toSignIn } = await fresh();
  toSignIn();
  expect(gone).toEqual(['/sign-in?next=%2Fissuers%2F1001%3Fasof%3D2025-12-31&reason=expired']);
});

it('who signs out is not told that the session has ended, whatever is read meanwhile', async () => {
  const { leave, toSignIn } = await fresh();
  let answer = () => {};
  ended.signOut = () => new Promise<void>((done) => (answer = done));
  const left = leave();
  toSignIn();
  await vi.waitFor(() => expect(answer.name).not.toBe('answer'));
  toSignIn();
  expect(gone).toEqual([]);
  answer();
  await left;
  toSignIn();
  expect(gone).toEqual(['/sign-in']);
});

it('leaves also when the server could not be told', async () => {
  const { leave } = await fresh();
  ended.signOut = () => Promise.reject(new Error('away'));
  await leave();
  expect(gone).toEqual(['/sign-in']);
});
