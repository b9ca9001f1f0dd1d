// Bundles a page with the product's table as one script, without Next.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const stub = 'virtual:navigation';

/** The page with everything it imports, as one script; Next's router is a stub that reads the URL. */
export async function pageScript(): Promise<string> {
  const build = await rolldown({
    input: join(here, 'page.jsx'),
    platform: 'browser',
    logLevel: 'silent',
    tsconfig: join(root, 'tsconfig.json'),
    resolve: { extensions: ['.tsx', '.ts', '.jsx', '.mjs', '.js', '.json'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' } },
    plugins: [
      {
        name: 'navigation',
        resolveId: (id) => (id === 'next/navigation' ? stub : null),
        load: (id) =>
          id === stub ? 'export const useSearchParams = () => new URLSearchParams(location.search);' : null,
      },
    ],
  });
  const { output } = await build.generate({ minify: true, format: 'esm', codeSplitting: false });
  await build.close();
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
}

/** The product's styles that affect scrolling. */
export const styles = `
  body { margin: 0; overflow: hidden; font: 14px/20px sans-serif }
  section[tabindex] { overflow: auto; max-height: 640px; overflow-anchor: none; isolation: isolate }
  table { table-layout: fixed; border-spacing: 0; min-width: 100% }
  thead th { position: sticky; top: 0; background: #eee; z-index: 2; height: 36px; padding: 0 }
  tfoot th, tfoot td { position: sticky; bottom: 0; background: #eee; z-index: 2; height: 36px }
  tbody tr[aria-rowindex] { height: 30px }
  tbody td, tbody th { padding: 0 8px; overflow: hidden; white-space: nowrap }
  tbody tr[aria-hidden] td { padding: 0 }
  .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  svg { width: 16px; height: 16px }
  .hidden, [popover]:not(:popover-open) { display: none }
`;
