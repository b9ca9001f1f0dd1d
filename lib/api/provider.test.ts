import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from './provider.ts';
import { query } from './query.ts';

afterEach(() => vi.useRealTimers());

it('a page rendered on the server leaves no timer that keeps its request alive', () => {
  vi.useFakeTimers();
  const Balance = () => {
    const read = useQuery(query('GetIssuerBalance', { CustomerIssuerId: 1001 }));
    return createElement('p', null, read.status);
  };
  const page = createElement(
    ApiProvider,
    { wire: {}, onSignedOut: () => {} } as never,
    createElement(Balance),
  );
  expect(renderToString(page)).toBe('<p>pending</p>');
  expect(vi.getTimerCount()).toBe(0);
});
