// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CreatePack } from './create-pack.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));
vi.mock('#lib/api/batches', () => {
  throw new TypeError('Failed to fetch dynamically imported module: /_next/chunk.js');
});

afterEach(cleanup);

it('says what happened, and what to do, when its code cannot be loaded', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CreatePack pack={{ kind: 'meeting', customerIssuerId: 1001, event: 100000005 }}>
        Create pack
      </CreatePack>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Create pack' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Nothing was created: a part of this page could not be loaded. Reload the page and try again.',
  );
  expect(screen.getByRole('button', { name: 'Create pack' })).toBeTruthy();
});
