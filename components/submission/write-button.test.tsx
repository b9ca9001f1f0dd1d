// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/error';
import { WriteButton } from './write-button.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#lib/api/provider', () => ({ useApi: () => ({ call }) }));
vi.mock('../ui/overlay/toast.tsx', () => ({ useToast: () => () => undefined }));
afterEach(cleanup);

it('an error goes when something else would be sent, and the end is told once', async () => {
  const onDone = vi.fn();
  const client = new QueryClient();
  const shown = (field: string) => (
    <QueryClientProvider client={client}>
      <WriteButton
        operation="SetRegisterColumns"
        body={{ registerFileId: 1, field }}
        label="Save"
        onDone={onDone}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(shown('A'));
  call.mockRejectedValueOnce(new ApiError('invalid', { message: 'A is taken twice.', requestId: 'r1' }));
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('A is taken twice.'));
  rerender(shown('B'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
  call.mockResolvedValueOnce({});
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  rerender(shown('C'));
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  expect(onDone).toHaveBeenCalledOnce();
  expect(
    call.mock.calls.map(([, body]) => (body as { field: string }).field ?? JSON.parse(body).field),
  ).toEqual(['A', 'B']);
});
