// Finds or installs a Chromium for the browser tests.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram } from '#e2e/browser/find-program';
import { systemChromium } from '#e2e/browser/system-chromium';

/**
 * Makes sure that there is a Chromium for the browser journeys: the system's, else Playwright's download, else
 * Debian's package. The journeys look in the same places (playwright.config.ts).
 */
export async function ensureBrowser(): Promise<void> {
  if (process.env.E2E_CHROMIUM || systemChromium()) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  console.log('No Chromium here yet: asking Playwright for one…');
  if (
    spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 }).status ===
    0
  )
    return;
  if (process.getuid?.() === 0 && findProgram(['apt-get'])) {
    console.log('Playwright has none for this machine: installing the Debian package…');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env }).status === 0) return;
  }
}
