import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { readSettings, type Settings, settingsFile, withSettings, writeSettings } from './settings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settings: Settings = {
  version: 1,
  state: 'finished',
  variables: { REGISTRY_DEMO: '0', REGISTRY_TIME_ZONE: 'America/Chicago', REGISTRY_CUTOFF: '15:00' },
};

test('are read as they were written, by their owner only, and nothing else is left', () => {
  writeSettings(folder, { ...settings, state: 'unfinished' });
  writeSettings(folder, settings);
  expect(readSettings(folder)).toEqual(settings);
  expect(readdirSync(folder)).toEqual(['settings.json']);
  if (process.platform !== 'win32') expect(statSync(settingsFile(folder)).mode & 0o777).toBe(0o600);
});

test('apply where the environment sets nothing', () => {
  writeSettings(folder, settings);
  const environment = { DATA_DIR: folder, REGISTRY_CUTOFF: '17:30', REGISTRY_TIME_ZONE: '' };
  expect(readEnv(withSettings(environment)).registry).toMatchObject({
    demo: false,
    timeZone: 'America/Chicago',
    keepsClient: true,
  });
});

test('a data folder without them leaves the environment as it is', () => {
  const environment = { DATA_DIR: folder, REGISTRY_CUTOFF: '' };
  expect(withSettings(environment)).toBe(environment);
});

test.each([
  ['{', 'is not valid JSON'],
  ['[]', 'the content is not usable'],
  [JSON.stringify({ ...settings, variables: { PATH: '/' } }), 'variables.PATH is not usable'],
  [JSON.stringify({ ...settings, variables: { REGISTRY_DEMO: 0 } }), 'variables.REGISTRY_DEMO is not usable'],
  [JSON.stringify({ ...settings, colour: 'red' }), 'colour is not usable'],
  [JSON.stringify({ ...settings, state: 'new' }), 'state is not usable'],
  [' '.repeat(70_000), 'is larger than 64 KB'],
])('%.60s is refused by file and field', (text, message) => {
  writeFileSync(settingsFile(folder), text);
  expect(() => withSettings({ DATA_DIR: folder })).toThrow(settingsFile(folder));
  expect(() => withSettings({ DATA_DIR: folder })).toThrow(message);
});
