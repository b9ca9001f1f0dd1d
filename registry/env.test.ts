import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withSettings, writeSettings } from '#lib/data-dir/settings';
import { clockIn } from './clock.ts';
import { readEnv } from './env.ts';

describe('readEnv', () => {
  test('takes the settings of an installation where the environment sets nothing', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'settings-'));
    const variables = { REGISTRY_DEMO: '0', REGISTRY_TIME_ZONE: 'America/Chicago', REGISTRY_CUTOFF: '15:00' };
    writeSettings(dataDir, { version: 1, state: 'finished', variables });
    expect(readEnv(withSettings({ DATA_DIR: dataDir, REGISTRY_CUTOFF: '17:30' }))).toMatchObject({
      demo: false,
      timeZone: 'America/Chicago',
      work: { cutoff: '17:30', approval: 'none' },
    });
    rmSync(dataDir, { recursive: true });
  });

  test('no settings give the documented defaults', () => {
    expect(readEnv({})).toMatchObject({
      port: 4010,
      host: '127.0.0.1',
      publicUrl: undefined,
      dashboardUrl: undefined,
      timeZone: 'America/New_York',
      issuanceMode: 'auto',
      ratePerSecond: 2000,
      dataDir: '.data',
      drainNoticeMs: 0,
      trustedProxies: [],
      pullSettings: { fromLoopback: false, ratePerSecond: 4 },
      demo: true,
    });
  });

  test.each([
    ['REGISTRY_PORT', 'ten'],
    ['REGISTRY_PORT', '70000'],
    ['REGISTRY_PORT', '6000'],
    ['REGISTRY_PUBLIC_URL', 'ftp://example.com'],
    ['REGISTRY_PUBLIC_URL', 'http://example.com/?a=1'],
    ['REGISTRY_DASHBOARD_URL', 'javascript:alert(1)'],
    ['REGISTRY_DASHBOARD_URL', 'https://user:secret@s.example'],
    ['REGISTRY_DATABASE_URL', 'mysql://x'],
    ['REGISTRY_REPORTS_DATABASE_URL', 'replica'],
    ['REGISTRY_DATABASE_OWNER_URL', 'postgres://owner@db/registry'],
    ['REGISTRY_METRICS_TOKEN', 'short'],
    ['REGISTRY_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['REGISTRY_TRUSTED_PROXIES', '10.0.0.1, proxy.example'],
    ['REGISTRY_METRICS_PORT', '0'],
    ['REGISTRY_METRICS_PORT', 'no'],
    ['ALLOW_DEMO_BEYOND_LOOPBACK', 'yes'],
    ['ALLOW_PLAIN_HTTP', 'yes'],
    ['ALLOW_DATABASE_SUPERUSER', 'yes'],
    ['DRAIN_NOTICE_SECONDS', '21'],
    ['DRAIN_NOTICE_SECONDS', 'soon'],
    ['READER_SECONDS', '0'],
    ['READER_SECONDS', '3601'],
    ['REGISTRY_TIME_ZONE', 'Mars/Olympus'],
    ['REGISTRY_ISSUANCE_MODE', 'Auto'],
    ['REGISTRY_RATE_PER_SECOND', '0'],
    ['REGISTRY_DEMO', 'yes'],
    ['REGISTRY_CLOCK', '2026-11-20T15:00:00Z'],
  ])('%s=%s stops the start and is named', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(name);
  });

  test('an external database gets demo data only on request', () => {
    const url = 'postgres://localhost/x';
    expect(readEnv({ REGISTRY_DATABASE_URL: url }).demo).toBe(false);
    expect(readEnv({ REGISTRY_DATABASE_URL: url, REGISTRY_DEMO: '1' }).demo).toBe(true);
  });

  test('trusted proxies are addresses and networks, separated by commas', () => {
    const { trustedProxies } = readEnv({ REGISTRY_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8']);
  });

  test('public addresses lose their trailing slash and keep their path', () => {
    const given = {
      REGISTRY_PUBLIC_URL: 'https://r.example/sandbox/',
      REGISTRY_DASHBOARD_URL: 'https://s.example/',
    };
    expect(readEnv(given)).toMatchObject({
      publicUrl: 'https://r.example/sandbox',
      dashboardUrl: 'https://s.example',
    });
  });
});

test('today is the date in the registry’s time zone, not in UTC', () => {
  expect(clockIn('America/New_York', new Date('2026-11-21T02:00:00Z')).today()).toBe('2026-11-20');
});

test('a timestamp carries the offset of its zone', () => {
  const at = new Date('2026-07-01T16:05:09Z');
  expect(clockIn('America/New_York', at).stamp()).toBe('2026-07-01T12:05:09-04:00');
  expect(clockIn('UTC', at).stamp()).toBe('2026-07-01T16:05:09+00:00');
});
