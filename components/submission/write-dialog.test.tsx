// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WriteDialog } from './write-dialog.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#lib/api/provider', () => ({ useApi: () => ({ call }) }));
vi.mock('../ui/overlay/toast.tsx', () => ({ useToast: () => () => undefined }));
afterEach(cleanup);

it('waits for what it sends, sends it once, and stays open meanwhile', async () => {
  const read = Promise.withResolvers<Record<string, unknown>>();
  const onClose = vi.fn();
  call.mockResolvedValue({});
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WriteDialog
        operation="RecordSentReport"
        title="Record report"
        submit="Record"
        done="Recorded."
        body={() => read.promise}
        onClose={onClose}
        labels={{}}
      >
        {null}
      </WriteDialog>
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: 'Record', hidden: true });
  fireEvent.click(button);
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel', hidden: true }));
  expect(onClose).not.toHaveBeenCalled();
  expect(call).not.toHaveBeenCalled();
  read.resolve({ sha256: 'ab' });
  await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(true));
  expect(call).toHaveBeenCalledOnce();
  expect(JSON.parse(call.mock.calls[0]?.[1])).toMatchObject({ sha256: 'ab' });
});
