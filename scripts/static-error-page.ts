// Replaces the framework's last error page in a build with one without scripts.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a build that are sent when not even an error page can be rendered. */
const places = ['server/app/_global-error.html', 'server/pages/500.html'];

/**
 * The framework renders its last error page at build time: its scripts and styles have no nonce, so our content
 * policy blocks them. This page replaces it: text, two links, and the build's stylesheet where the policy
 * allows it.
 */
export function staticErrorPage(stylesheets: readonly string[] = []): string {
  const styles = stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Something went wrong · Sharebook</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${styles}</head>
<body><main class="mx-auto max-w-lg px-4 py-16"><h1 class="font-title text-2xl">This page could not be shown</h1>
<p class="mt-2">Something went wrong. Try again: nothing is recorded twice.</p>
<p class="mt-6"><a href="">Try again</a> · <a href="/">Go to home</a></p></main></body></html>
`;
}

/** Writes it into a finished build. Throws when the build has no such page to replace. */
export function writeStaticErrorPage(folder = '.next'): void {
  const files = places.map((place) => join(folder, place)).filter((file) => existsSync(file));
  if (files.length === 0) throw new Error('The build has no page of last resort.');
  for (const file of files) {
    const found = [...readFileSync(file, 'utf8').matchAll(/"(\/_next\/static\/[^"]+\.css)"/g)];
    writeFileSync(file, staticErrorPage([...new Set(found.map(([, href]) => href ?? ''))]));
  }
}
