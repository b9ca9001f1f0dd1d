import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const here = new AbortController().signal;
const soon = () => new Promise((done) => setTimeout(done));

test('as many at once as there are slots, the others in order of arrival', async () => {
  const places = createSemaphore(2);
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = (name: string, gone: AbortSignal = here) =>
    places.enter(gone).then((way) => {
      inside.push(name);
      leave.set(name, way);
    });
  for (const name of ['a', 'b', 'c', 'd']) void enter(name);
  await soon();
  expect(inside).toEqual(['a', 'b']);
  leave.get('b')?.();
  // A new request goes behind those that wait.
  void enter('e');
  await soon();
  expect(inside).toEqual(['a', 'b', 'c']);
  leave.get('a')?.();
  leave.get('c')?.();
  await soon();
  expect(inside).toEqual(['a', 'b', 'c', 'd', 'e']);
  leave.get('d')?.();
  leave.get('e')?.();
  void enter('f');
  void enter('g');
  void enter('h');
  await soon();
  expect(inside.slice(5)).toEqual(['f', 'g']);
});

test('a canceled caller takes no slot, waiting or just admitted', async () => {
  const places = createSemaphore(1);
  const first = await places.enter(here);
  const [left, called] = [new AbortController(), new AbortController()];
  const [waits, isCalled] = [places.enter(left.signal), places.enter(called.signal)];
  left.abort();
  (await waits)();
  first();
  called.abort();
  // It got its place before it was aborted, and must release it like any other.
  (await isCalled)();
  (await places.enter(AbortSignal.abort()))();
  const last = await places.enter(here);
  expect(last).toBeTypeOf('function');
});
