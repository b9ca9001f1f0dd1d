// Measures the size of the same five components in three kits and drives them by keyboard in Chromium, with
// axe. node bench/ui-kit/measure.mjs [--no-browser] CHROMIUM=/path/to/chromium if Playwright has none.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { keyboardReport } from './keyboard.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const foreign = ['react-aria-components@1.22.1', '@base-ui/react@1.9.0', 'react@19.3.1', 'react-dom@19.3.1'];
const kits = ['native', 'react-aria', 'base-ui'];
const pieces = ['ComboboxPiece', 'MenuPiece', 'DialogPiece', 'DatePiece', 'ToastPiece'];

const away = mkdtempSync(join(tmpdir(), 'ui-kit-'));
execFileSync('npm', [
  'install',
  '--prefix',
  away,
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--silent',
  ...foreign,
]);

async function bundle(source, external) {
  const build = await rolldown({
    input: 'entry',
    external,
    platform: 'browser',
    logLevel: 'silent',
    resolve: { alias: { '@': root }, extensions: ['.tsx', '.ts', '.jsx', '.mjs', '.js', '.json'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' } },
    plugins: [
      {
        name: 'entry',
        resolveId(id, importer) {
          if (id === 'entry') return join(here, 'entry.jsx');
          const bare = /^(react-aria-components|@base-ui\/react|react|react-dom)($|\/)/.test(id);
          // Kits that the product does not use are resolved from the folder created for this run.
          return bare && importer?.startsWith(root)
            ? this.resolve(id, join(away, 'x.js'), { skipSelf: true })
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

const floor = [/^react($|\/)/, /^react-dom($|\/)/, /^next($|\/)/];
const kB = (code) => (gzipSync(code, { level: 9 }).length / 1000).toFixed(1);
const weigh = async (kit, names) =>
  kB(await bundle(`export { ${names.join(', ')} } from '${join(here, kit)}.jsx';`, floor));

try {
  console.log('kB gzip above react, react-dom and next');
  console.log(['kit', ...pieces, 'all five'].join('\t'));
  for (const kit of kits) {
    const row = [];
    for (const piece of pieces) row.push(await weigh(kit, [piece]));
    console.log([kit, ...row, await weigh(kit, pieces)].join('\t'));
  }
  if (!process.argv.includes('--no-browser')) {
    const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium'].find(existsSync);
    for (const kit of kits) {
      const page = `
        import { createRoot } from 'react-dom/client';
        import { useState } from 'react';
        import * as kit from '${join(here, kit)}.jsx';
        function Page() {
          const [owner, setOwner] = useState('');
          const [date, setDate] = useState('');
          return <main><h1>Kit</h1><kit.ComboboxPiece onPick={setOwner} /><output id="owner">{owner}</output>
            <kit.MenuPiece /><kit.DialogPiece /><kit.DatePiece onPick={setDate} /><output id="date">{date}</output>
            <kit.ToastPiece /></main>;
        }
        createRoot(document.getElementById('root')).render(<Page />);`;
      const code = await bundle(page, []);
      console.log(kit, JSON.stringify(await keyboardReport(code, executablePath), null, 1));
    }
  }
} finally {
  rmSync(away, { recursive: true, force: true });
}
