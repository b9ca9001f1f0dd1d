// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/error';
import type { Scenario } from '#lib/api/scenarios';
import { startRegister } from '#lib/register/scenarios/start';
import { newStep } from '#lib/register/scenarios/steps';
import { ScenarioView } from './scenario-view.tsx';

const api = vi.hoisted(() => ({ saveScenario: vi.fn(), readScenario: vi.fn(), deleteScenario: vi.fn() }));
vi.mock('#lib/api/scenarios', () => api);
vi.mock('next/navigation', () => ({
  useRouter: () => ({ replace: () => undefined, refresh: () => undefined, push: () => undefined }),
  useSearchParams: () => new URLSearchParams(),
}));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const row = (id: number, name: string, shares: number) => ({
  ...{ systemShareholderId: id, customerShareholderId: `H-${id}`, name, isReserved: false, shares },
});
const start = startRegister(
  { securites: [{ security: 'Common', shareholders: [row(1, 'Ada', 600), row(2, 'Bo', 401)] }] } as never,
  [
    {
      ...{ className: 'Common', authorizedShares: 1500, isUnlimited: false },
      ...{ totalIssuedShares: 1001, totalOutstandingShares: 1001, totalReserveShares: 0 },
    } as never,
  ],
);
const saved: Scenario = {
  ...{ id: 'a-saved-scenario', name: 'Split', asOf: null, version: 3 },
  steps: [{ ...newStep('split', 's1', 'Common'), price: '5' } as never],
  ...{ madeBy: 'Ada', changedBy: 'Ada', changedAt: '2026-11-20T15:00:00Z' },
};

type Drawn = { saved?: Scenario | null; maySave?: boolean; isLoading?: boolean };
const view = (part: Drawn = {}) => (
  <ScenarioView
    {...{ user: 'u', issuer: 1001, name: 'Larkspur', asof: null, today: '2026-11-20', others: [] }}
    {...{ compared: null, zone: 'America/New_York', now: '2026-11-20T15:00:00Z', mayDraft: false }}
    saved={part.saved === undefined ? saved : part.saved}
    maySave={part.maySave ?? true}
    start={part.isLoading ? null : start}
  />
);
const draw = (part: Drawn = {}) => render(view(part));
const verdict = () => screen.getByRole('region', { name: 'Available to issue' }).textContent;
const nameField = () => screen.getByLabelText('Name (required)') as HTMLInputElement;

it('says first by how much the steps exceed what is authorized, and follows the typing', async () => {
  const { container } = draw();
  expect(verdict()).toBe('CommonExceeds authorized by 502');
  const details = container.querySelector('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  fireEvent.change(await screen.findByLabelText('New shares', {}, { timeout: 20_000 }), {
    target: { value: 'x' },
  });
  expect(screen.getByText('Not counted: Enter the ratio.')).toBeTruthy();
  expect(screen.getByText('Enter a number above zero, such as 3 or 1.1578.')).toBeTruthy();
  expect(verdict()).toBe('Common499 available to issue');
  fireEvent.click(screen.getByRole('button', { name: 'Remove step 1, split' }));
  expect(screen.getByText(/No steps yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(verdict()).toBe('CommonExceeds authorized by 502');
});

it('gives a step that was added while the register loaded the class it would have had', () => {
  const { container, rerender } = draw({ saved: null, isLoading: true });
  fireEvent.click(screen.getByRole('button', { name: 'Buy-back' }));
  expect(container.querySelector('summary')?.textContent).not.toContain('Common');
  const save = screen.getByRole('button', { name: 'Save scenario' }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  rerender(view({ saved: null }));
  expect(container.querySelector('summary')?.textContent).toContain('Common');
  expect(save.disabled).toBe(false);
  expect(screen.getByText('Not counted: Enter the shares to buy back.')).toBeTruthy();
});

it('keeps what is typed over a reload, until it is discarded', () => {
  draw();
  fireEvent.change(nameField(), { target: { value: 'Other name' } });
  cleanup();
  draw();
  expect(nameField().value).toBe('Other name');
  expect(screen.getByText('Not saved')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  cleanup();
  draw();
  expect(nameField().value).toBe('Split');
});

it('of a save over another version loses nothing typed, and saves over it when asked', async () => {
  api.saveScenario.mockRejectedValueOnce(new ApiError('changed_meanwhile', { message: 'Saved meanwhile.' }));
  api.readScenario.mockResolvedValueOnce({ ...saved, version: 4, name: 'Theirs', changedBy: 'Bo' });
  draw();
  fireEvent.change(nameField(), { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save scenario' }));
  const alert = await screen.findByRole('alert');
  expect(nameField().value).toBe('Mine');
  fireEvent.click(within(alert).getByRole('button', { name: 'Show what was saved' }));
  expect(await within(alert).findByText(/^Saved by Bo,/)).toBeTruthy();
  fireEvent.click(within(alert).getByRole('button', { name: 'Keep mine and save over it' }));
  api.saveScenario.mockResolvedValueOnce({ ...saved, version: 5, name: 'Mine' });
  fireEvent.click(screen.getByRole('button', { name: 'Save scenario' }));
  await vi.waitFor(() =>
    expect(api.saveScenario).toHaveBeenLastCalledWith(
      saved.id,
      expect.objectContaining({ version: 4, name: 'Mine', issuer: 1001 }),
    ),
  );
  await vi.waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
});

it('asks for a name before a new scenario is saved, and makes its ID once', async () => {
  api.saveScenario.mockClear();
  draw({ saved: null });
  fireEvent.click(screen.getByRole('button', { name: 'Pool' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save scenario' }));
  expect(screen.getByText('Enter a name.')).toBeTruthy();
  expect(api.saveScenario).not.toHaveBeenCalled();
  fireEvent.change(nameField(), { target: { value: 'New' } });
  api.saveScenario.mockRejectedValue(new ApiError('failed'));
  for (let press = 1; press <= 2; press += 1) {
    fireEvent.click(screen.getByRole('button', { name: 'Save scenario' }));
    await vi.waitFor(() => expect(api.saveScenario).toHaveBeenCalledTimes(press));
    await screen.findByText('The scenario was not saved');
    await vi.waitFor(() => screen.getByRole('button', { name: 'Save scenario' }));
  }
  const [[first], [second]] = api.saveScenario.mock.calls as [[string], [string]];
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

it('shows no buttons that save to those who may not, and says who may', () => {
  draw({ maySave: false });
  for (const name of ['Save scenario', 'Duplicate', 'Delete'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Split' }));
  expect(screen.getByText(/issuer officers and agent staff save scenarios/)).toBeTruthy();
});
