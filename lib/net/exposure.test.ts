import { expect, test } from 'vitest';
import { allowedBy, type Exposure, isOnLoopback, rejectExposed } from './exposure.ts';

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.7', false],
  ['192.0.2.7', false],
  ['fe80::1', false],
  ['::ffff:127.0.0.1', false],
  ['1270.0.0.1', false],
  ['127.1', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['shares.example.com', false],
  ['', false],
])('"%s" is a loopback address: %s', (host, expected) => {
  expect(isOnLoopback(host)).toBe(expected);
});

const none = { demo: false, plainHttp: false, superuser: false };
type Start = Exposure & { superusers: string[] };
const worst: Start = {
  listen: { name: 'HOST', host: '0.0.0.0' },
  demo: true,
  address: { name: 'NEXTAUTH_URL', url: 'http://127.0.0.1:3000' },
  superusers: ['DATABASE_URL', 'REGISTRY_DATABASE_URL'],
  allowed: none,
};
const best: Start = {
  ...worst,
  demo: false,
  address: { name: 'NEXTAUTH_URL', url: 'https://shares.example.com' },
  superusers: [],
};
const settings = /\bALLOW_\w+/g;
const named = (start: Start): string[] => {
  try {
    rejectExposed(start, start.superusers);
  } catch (error) {
    return (error as Error).message.match(settings) ?? [];
  }
  return [];
};

const [demo, http, superuser] = [
  'ALLOW_DEMO_BEYOND_LOOPBACK',
  'ALLOW_PLAIN_HTTP',
  'ALLOW_DATABASE_SUPERUSER',
] as const;

test.each<[string, Start, string[]]>([
  ['nothing unsafe', best, []],
  ['everything, on loopback', { ...worst, listen: { name: 'HOST', host: '127.0.0.1' } }, []],
  ['the demo', { ...best, demo: true }, [demo]],
  ['the demo, allowed', { ...best, demo: true, allowed: { ...none, demo: true } }, []],
  [
    'the demo, something else allowed',
    { ...best, demo: true, allowed: { ...none, plainHttp: true } },
    [demo],
  ],
  ['plain http', { ...best, address: worst.address }, [http]],
  ['plain http, allowed', { ...best, address: worst.address, allowed: { ...none, plainHttp: true } }, []],
  ['a superuser', { ...best, superusers: ['DATABASE_URL'] }, [superuser]],
  [
    'a superuser, allowed',
    { ...best, superusers: ['DATABASE_URL'], allowed: { ...none, superuser: true } },
    [],
  ],
  ['everything', worst, [demo, http, superuser, superuser]],
  ['everything, one allowed', { ...worst, allowed: { ...none, superuser: true } }, [demo, http]],
  ['everything, all allowed', { ...worst, allowed: { demo: true, plainHttp: true, superuser: true } }, []],
])('%s: the exposed settings are listed', (_name, start, expected) => {
  expect(named(start)).toEqual(expected);
});

test('each message gives the address and the variable', () => {
  expect(() => rejectExposed(worst, worst.superusers)).toThrow(
    /^HOST is 0\.0\.0\.0, [^\n]*demo[^\n]*REGISTRY_DEMO=0/m,
  );
  expect(() => rejectExposed(worst, worst.superusers)).toThrow(
    /^HOST is 0\.0\.0\.0, [^\n]*NEXTAUTH_URL is plain http/m,
  );
  expect(() => rejectExposed(worst, worst.superusers)).toThrow(
    /^HOST is 0\.0\.0\.0, [^\n]*role of REGISTRY_DATABASE_URL/m,
  );
});

test('each variable allows one exposure', () => {
  const given = { [demo]: '0', [http]: '0', [superuser]: '0' } as Parameters<typeof allowedBy>[0];
  expect(allowedBy(given)).toEqual(none);
  expect(allowedBy({ ...given, [demo]: '1' })).toEqual({ ...none, demo: true });
  expect(allowedBy({ ...given, [http]: '1' })).toEqual({ ...none, plainHttp: true });
  expect(allowedBy({ ...given, [superuser]: '1' })).toEqual({ ...none, superuser: true });
});
