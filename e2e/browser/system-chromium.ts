import { findProgram } from './find-program.ts';

const names = [
  // Chromium without windows, as Playwright downloads it for tests. A journey takes some 0.6 of the time that it takes
  // with the whole browser (measured on two cores).
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** The path of a Chromium that is installed on this system. */
export function systemChromium(): string | undefined {
  return findProgram(names);
}
