// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { ToastProvider } from '#components/ui/overlay/toast';
import { NewVersionReload } from './new-version-reload.tsx';

const server = vi.hoisted(() => ({ reachable: true }));
vi.mock('#lib/api/call', () => ({
  request: async () => {
    if (!server.reachable) throw new Error('away');
    return { status: 'ok' };
  },
}));

const loads = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  server.reachable = true;
  loads.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(loads);
});
afterEach(cleanup);

class Panel extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? <p>Could not be shown</p> : this.props.children);
}

const gone = (file: string) =>
  Object.assign(new Error(`Failed to load chunk ${file}`), { name: 'ChunkLoadError' });

/** A page with a form and a part that fails on a press: its code is missing, or another error. */
function open(error: Error) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = lazyComponent(() => Promise.reject(error), <p>Waiting</p>, 'when drawn');
  const page = (drawn: boolean) => (
    <ToastProvider>
      <NewVersionReload />
      <form>
        <input aria-label="Name" />
      </form>
      <Panel>{drawn && <Part />}</Panel>
    </ToastProvider>
  );
  const { rerender } = render(page(false));
  return { press: () => rerender(page(true)) };
}

it('reloads the page when its code is missing, once per chunk', async () => {
  open(gone('a.js')).press();
  await waitFor(() => expect(loads).toHaveBeenCalledTimes(1));
  expect(screen.getByText('Waiting')).toBeTruthy();
  cleanup();
  open(gone('a.js')).press();
  await screen.findByText('Could not be shown');
  expect(loads).toHaveBeenCalledTimes(1);
});

it('reloads stop, however many chunks are missing', async () => {
  for (const file of ['a.js', 'b.js', 'c.js']) {
    open(gone(file)).press();
    await waitFor(() => expect(loads).toHaveBeenCalledTimes('abc'.indexOf(file.charAt(0)) + 1));
    cleanup();
  }
  open(gone('d.js')).press();
  await screen.findByText('Could not be shown');
  expect(loads).toHaveBeenCalledTimes(3);
});

it('asks when there is unsaved input, and reloads on request', async () => {
  const { press } = open(gone('a.js'));
  fireEvent.input(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Alder' } });
  press();
  const button = await screen.findByRole('button', { name: 'Reload page' });
  expect(loads).not.toHaveBeenCalled();
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Alder');
  fireEvent.click(button);
  expect(loads).toHaveBeenCalledTimes(1);
});

it('does not reload when the server is unreachable, or on another error', async () => {
  server.reachable = false;
  open(gone('a.js')).press();
  await screen.findByText('Could not be shown');
  cleanup();
  server.reachable = true;
  open(new Error('a mistake of ours')).press();
  await screen.findByText('Could not be shown');
  expect(loads).not.toHaveBeenCalled();
});
