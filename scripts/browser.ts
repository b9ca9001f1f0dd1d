// Finds or installs a Chromium for the browser tests.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(name: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${name}`));
}

/**
 * Makes sure that there is a Chromium for the browser journeys: the system's, else Playwright's download, else
 * Debian's package. The journeys search in the same order (playwright.config.ts).
 */
export async function ensureBrowser(): Promise<void> {
  if (process.env.E2E_CHROMIUM || NAMES.some(onPath)) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  console.log('No Chromium here yet: asking Playwright for one…');
  if (
    spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 }).status ===
    0
  )
    return;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Playwright has none for this machine: installing the Debian package…');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env });
  }
}
