import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a build keeps what is sent when not even an error page can be drawn. */
const places = ['server/app/_global-error.html', 'server/pages/500.html'];

/**
 * The framework draws its last error page while it builds: its scripts and styles have no nonce, so under our policy
 * neither its look nor its buttons would work (assurance S-07). In its place stands a page that needs neither: text and
 * two links, with the stylesheet of the build where the policy lets it in.
 */
export function lastResort(stylesheets: readonly string[] = []): string {
  const styles = stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Something went wrong · Sharebook</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${styles}</head>
<body><main class="mx-auto max-w-lg px-4 py-16"><h1 class="font-serif text-2xl">This page could not be shown</h1>
<p class="mt-2">Something went wrong here. Trying again often helps. Nothing is recorded twice by it.</p>
<p class="mt-6"><a href="">Try again</a> · <a href="/">To the start</a></p></main></body></html>
`;
}

/** Puts it into a finished build. Throws when the build has no such page: then something else would be sent. */
export function writeLastResort(folder = '.next'): void {
  const files = places.map((place) => join(folder, place)).filter((file) => existsSync(file));
  if (files.length === 0) throw new Error('The build has no page of last resort.');
  for (const file of files) {
    const found = [...readFileSync(file, 'utf8').matchAll(/"(\/_next\/static\/[^"]+\.css)"/g)];
    writeFileSync(file, lastResort([...new Set(found.map(([, href]) => href ?? ''))]));
  }
}
