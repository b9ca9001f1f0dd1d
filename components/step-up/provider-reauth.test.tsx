// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AuthMethodsProvider } from './auth-methods.tsx';
import { useTypedBefore } from './provider-reauth.tsx';
import { StepUpFields } from './step-up-fields.tsx';

const address = '/issuers/1001/holders/H-1?tab=record';

/** A form with a reason, like the one that shows a tax id. */
function ReasonForm({ mine = true }: { mine?: boolean }) {
  const [reason, setReason] = useState('');
  useTypedBefore((typed) => {
    if (mine) setReason(String(typed.reason));
    return mine;
  });
  const nothing = () => undefined;
  return (
    <form>
      <input aria-label="Reason" value={reason} onChange={(event) => setReason(event.target.value)} />
      <StepUpFields
        password=""
        onPassword={nothing}
        needsCode={false}
        code=""
        onCode={nothing}
        typed={() => ({ reason })}
      />
    </form>
  );
}

const draw = (password: boolean, code: boolean, mine?: boolean) =>
  render(
    <AuthMethodsProvider ways={{ password, code }}>
      <ReasonForm mine={mine} />
    </AuthMethodsProvider>,
  );
const reason = () => screen.getByLabelText<HTMLInputElement>('Reason').value;

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', address);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('sends a user without a password to the provider and restores, once, the input', () => {
  const sent: [string, string, Record<string, string>][] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = [...this.querySelectorAll('input')].map(({ name, value }) => [name, value]);
    sent.push([this.method, new URL(this.action, 'http://a').pathname, Object.fromEntries(fields)]);
  });
  draw(false, false);
  expect(screen.queryByLabelText(/password/i)).toBeNull();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Caller asked' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again at your organization' }));
  // No field of the surrounding form is sent: only the address to return to.
  expect(sent).toEqual([['post', '/api/account/sign-in/provider', { again: '1', next: address }]]);
  cleanup();
  draw(false, false, false);
  expect(reason()).toBe('');
  cleanup();
  draw(false, false);
  expect(reason()).toBe('Caller asked');
  cleanup();
  draw(false, false);
  expect(reason()).toBe('');
});

it('shows that the provider confirmed nothing, and retries without that parameter in the URL', () => {
  window.history.replaceState(null, '', `${address}&proof=failed`);
  const sent: (string | undefined)[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push(this.querySelector<HTMLInputElement>('input[name=next]')?.value);
  });
  draw(false, false);
  expect(screen.getByRole('alert').textContent).toMatch(/did not confirm/);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again at your organization' }));
  expect(sent).toEqual([address]);
  cleanup();
  window.history.replaceState(null, '', address);
  draw(false, false);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [true, false, ['Re-enter your password']],
  [false, true, ['Authenticator code']],
])('requests the available factors: password %s, code %s', (password, code, labels) => {
  draw(password, code);
  expect(screen.queryByRole('button')).toBeNull();
  for (const label of labels) expect(screen.getByLabelText(new RegExp(label))).toBeTruthy();
});
