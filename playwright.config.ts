import { existsSync } from 'node:fs';
import { chromium, defineConfig, type LaunchOptions } from '@playwright/test';
import { npmChromium } from '#e2e/browser/npm-chromium';
import { systemChromium } from '#e2e/browser/system-chromium';

/**
 * A Chromium from wherever there is one: E2E_CHROMIUM, Playwright's own download, the system's, or the one that came
 * with the packages (Linux on x64).
 */
function findBrowser(): LaunchOptions {
  const given = process.env.E2E_CHROMIUM;
  if (given) return { executablePath: given };
  if (existsSync(chromium.executablePath())) return {};
  const system = systemChromium();
  if (system) return { executablePath: system };
  const packed = npmChromium();
  if (packed) return packed;
  throw new Error(
    'No Chromium found. Install one (npx playwright install chromium) or name it in E2E_CHROMIUM.',
  );
}

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e',
  // What a screen reader reads on the pages of the five jobs.
  snapshotPathTemplate: 'e2e/screen-reader/{arg}{ext}',
  globalSetup: './e2e/browser/start.ts',
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // What passes only on its second try is listed by name with its first error (scripts/test.ts).
  retries: 1,
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    // A second try keeps its pages as they were at each action. Nobody reads those of a journey that passes.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: {
      ...findBrowser(),
      args: ['--disable-gpu', '--disable-background-networking', ...(asRoot ? ['--no-sandbox'] : [])],
    },
  },
});
