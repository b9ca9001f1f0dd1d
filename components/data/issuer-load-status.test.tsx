// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { IssuerLoadStatus } from './issuer-load-status.tsx';
import type { EachIssuer, Part } from './queries/use-each-issuer.ts';

afterEach(cleanup);

const issuer = { customerIssuerId: 1001, name: 'Larkspur', status: 'Active' };
const actions = { stop: vi.fn(), goOn: vi.fn(), again: vi.fn() };

function readIn(state: Part<unknown>['state']): EachIssuer<unknown> {
  const part = { issuer, state, data: undefined, error: null, readAt: 0 };
  return { parts: [part], settled: state === 'read', ...actions };
}

it('keeps the focus on its button while loading ends, stops and goes on', () => {
  const view = render(<IssuerLoadStatus read={readIn('reading')} what="Balances" />);
  const button = screen.getByRole('button', { name: 'Stop' });
  button.focus();
  fireEvent.click(button);
  expect(actions.stop).toHaveBeenCalledOnce();

  view.rerender(<IssuerLoadStatus read={readIn('stopped')} what="Balances" />);
  fireEvent.click(screen.getByRole('button', { name: 'Load the rest' }));
  expect(actions.goOn).toHaveBeenCalledOnce();

  view.rerender(<IssuerLoadStatus read={readIn('read')} what="Balances" />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' }));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(actions.again).toHaveBeenCalledWith();
});
