import { expect, test } from 'vitest';
import { networkList } from './client-address.ts';
import { forwardingHeaders, forwardingWatch } from './forwarding-watch.ts';

const minute = 60_000;

function watched() {
  let at = 1_000_000;
  const watch = forwardingWatch('TRUSTED_PROXIES', networkList(['10.0.0.0/8']), () => at);
  const pass = (ms: number) => {
    at += ms;
  };
  return { watch, pass };
}

test.each(forwardingHeaders)(
  '%s from an unlisted address is reported, from a trusted proxy it is not',
  (name) => {
    const { watch } = watched();
    expect(watch.see('::ffff:10.4.4.4', { [name]: 'x' })).toBe('none');
    expect(watch.see('127.0.0.1', { host: 'x' })).toBe('none');
    expect(watch.warning()).toBeNull();
    expect(watch.see('127.0.0.1', { [name]: 'secret-of-the-request' })).toBe('first');
    expect(watch.warning()).toMatch(
      /X-Forwarded-For .* not in TRUSTED_PROXIES\. If a proxy stands in front, name it/,
    );
    expect(watch.warning()).not.toContain('secret-of-the-request');
  },
);

test('the warning ends an hour after the last such request, with one log line an hour', () => {
  const { watch, pass } = watched();
  const see = () => watch.see('127.0.0.1', { forwarded: 'for=x' });
  expect([see(), see()]).toEqual(['first', 'again']);
  pass(50 * minute);
  expect(see()).toBe('again');
  pass(50 * minute);
  expect(watch.warning()).not.toBeNull();
  expect([see(), see()]).toEqual(['first', 'again']);
  pass(59 * minute);
  expect(watch.warning()).not.toBeNull();
  pass(minute);
  expect(watch.warning()).toBeNull();
});
