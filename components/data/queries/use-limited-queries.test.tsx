// @vitest-environment happy-dom
import { type DataTag, QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ApiError } from '#lib/api/error';
import { useLimitedQueries } from './use-limited-queries.ts';

afterEach(cleanup);

type Requested = { queryKey: DataTag<QueryKey, string, ApiError> };
type Call = { name: string; response: (text: string) => Promise<void>; fail: () => Promise<void> };

const matches = (...names: string[]) => names.map((name) => ({ queryKey: [name] })) as unknown as Requested[];
const queries = matches('a', 'b', 'c', 'd');

/** Renders the reads two at a time with a registry that responds on demand. */
function start(prepare: (client: QueryClient) => void = () => undefined) {
  const calls: Call[] = [];
  const settle = (end: () => void) => () =>
    act(async () => {
      end();
      await new Promise((done) => setTimeout(done));
    });
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        queryFn: ({ queryKey, signal }) =>
          new Promise<string>((done, fail) => {
            signal.addEventListener('abort', () => fail(new Error('aborted')));
            calls.push({
              name: String(queryKey[0]),
              response: (text) => settle(() => done(text))(),
              fail: settle(() => fail(new Error('broken'))),
            });
          }),
      },
    },
  });
  prepare(client);
  let latest: ReturnType<typeof useLimitedQueries<string>>;
  function Reader() {
    latest = useLimitedQueries(queries, 2);
    return (
      <p>
        {latest.data.map((one) => one ?? '-').join('')} {latest.complete ? 'complete' : 'open'}{' '}
        {latest.isFetching ? 'fetching' : 'still'} {latest.error ? 'broken' : 'fine'}
      </p>
    );
  }
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Reader />
    </QueryClientProvider>,
  );
  return {
    calls,
    unmount,
    names: () => calls.map(({ name }) => name).join(''),
    text: () => screen.getByText(/open|complete/).textContent,
    press: (what: 'retry' | 'cancel') =>
      act(async () => {
        latest[what]();
        await new Promise((done) => setTimeout(done));
      }),
  };
}

it('loads a few at a time in order, and shows those loaded', async () => {
  const { calls, names, text } = start();
  expect([names(), text()]).toEqual(['ab', '---- open fetching fine']);
  await calls[1]?.response('B');
  expect([names(), text()]).toEqual(['abc', '-B-- open fetching fine']);
  await calls[0]?.response('A');
  expect(names()).toBe('abcd');
  await calls[2]?.response('C');
  await calls[3]?.response('D');
  expect(text()).toBe('ABCD complete still fine');
});

it('does not load cached data again', () => {
  const { names, text } = start((client) => {
    for (const { queryKey } of queries.slice(0, 3)) client.setQueryData(queryKey, 'X');
  });
  expect([names(), text()]).toEqual(['d', 'XXX- open fetching fine']);
});

it('shows the error, keeps the rest, and reloads only what is missing', async () => {
  const { calls, names, text, press } = start();
  await calls[0]?.response('A');
  await calls[1]?.fail();
  await calls[2]?.response('C');
  expect([names(), text()]).toEqual(['abcd', 'A-C- open fetching broken']);
  await calls[3]?.response('D');
  await press('retry');
  expect(names()).toBe('abcdb');
  await calls[4]?.response('B');
  expect(text()).toBe('ABCD complete still fine');
});

it('stops when canceled, resumes on request, and ends on unmount', async () => {
  const { names, text, press, unmount } = start();
  await press('cancel');
  expect([names(), text()]).toEqual(['ab', '---- open still fine']);
  await press('retry');
  expect([names(), text()]).toEqual(['abab', '---- open fetching fine']);
  unmount();
  expect(names()).toBe('abab');
});
