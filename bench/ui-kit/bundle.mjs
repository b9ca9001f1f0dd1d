import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const packages = [
  'react-aria-components@1.22.1',
  '@base-ui/react@1.9.0',
  '@guidepup/virtual-screen-reader@0.33.0',
  'react@19.3.1',
  'react-dom@19.3.1',
];
// The kits, and what they bring; the product does not use them.
const installed =
  /^(react-aria-components|@base-ui\/react|@guidepup\/virtual-screen-reader|@internationalized\/date|react|react-dom)($|\/)/;

export const kits = ['native', 'react-aria', 'base-ui'];
export const kitFile = (kit) => join(here, `${kit}.jsx`);
export const chromiumPath = process.env.CHROMIUM ?? ['/usr/bin/chromium'].find(existsSync);

/**
 * Installs the kits into a temporary folder, runs `use` with a bundler for them, and deletes the folder. UI_KITS
 * names a folder to install into once and keep.
 */
export async function withKits(use) {
  const folder = process.env.UI_KITS ?? mkdtempSync(join(tmpdir(), 'ui-kit-'));
  try {
    if (!existsSync(join(folder, 'node_modules'))) {
      const options = ['--no-save', '--no-audit', '--no-fund', '--silent'];
      execFileSync('npm', ['install', '--prefix', folder, ...options, ...packages]);
    }
    await use((source, external) => bundle(folder, source, external));
  } finally {
    if (!process.env.UI_KITS) rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(folder, source, external) {
  const build = await rolldown({
    input: 'entry',
    external,
    platform: 'browser',
    logLevel: 'silent',
    resolve: {
      alias: { '@': root, '#components': join(root, 'components') },
      extensions: ['.tsx', '.ts', '.jsx', '.mjs', '.js', '.json'],
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' } },
    plugins: [
      {
        name: 'entry',
        resolveId(id, importer) {
          if (id === 'entry') return join(here, 'entry.jsx');
          return installed.test(id) && importer?.startsWith(root)
            ? this.resolve(id, join(folder, 'x.js'), { skipSelf: true })
            : null;
        },
        load: (id) => (id.endsWith('entry.jsx') ? source : null),
      },
    ],
  });
  const { output } = await build.generate({ minify: true, format: 'esm', codeSplitting: false });
  await build.close();
  return output.map((chunk) => chunk.code ?? '').join('');
}
