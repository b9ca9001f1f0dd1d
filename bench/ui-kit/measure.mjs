// Measures the size of the same components in three kits and drives them by keyboard in Chromium, with axe.
// node bench/ui-kit/measure.mjs [--no-browser] CHROMIUM=/path/to/chromium if Playwright has none.
import { gzipSync } from 'node:zlib';
import { chromiumPath, kitFile, kits, withKits } from './bundle.mjs';
import { keyboardReport } from './keyboard.mjs';

const pieces = ['ComboboxPiece', 'MenuPiece', 'PopoverPiece', 'DialogPiece', 'DatePiece', 'ToastPiece'];
const floor = [/^react($|\/)/, /^react-dom($|\/)/, /^next($|\/)/];
const kB = (code) => (gzipSync(code, { level: 9 }).length / 1000).toFixed(1);

await withKits(async (bundle) => {
  const weigh = async (kit, names) =>
    kB(await bundle(`export { ${names.join(', ')} } from '${kitFile(kit)}';`, floor));
  console.log('kB gzip above react, react-dom and next');
  console.log(['kit', ...pieces, 'all'].join('\t'));
  for (const kit of kits) {
    const row = [];
    for (const piece of pieces) row.push(await weigh(kit, [piece]));
    console.log([kit, ...row, await weigh(kit, pieces)].join('\t'));
  }
  if (process.argv.includes('--no-browser')) return;
  for (const kit of kits) {
    const page = `
      import { createRoot } from 'react-dom/client';
      import { useState } from 'react';
      import * as kit from '${kitFile(kit)}';
      function Page() {
        const [owner, setOwner] = useState('');
        const [date, setDate] = useState('');
        return <main><h1>Kit</h1><kit.ComboboxPiece onPick={setOwner} /><p id="owner">{owner}</p>
          <kit.MenuPiece /><kit.DialogPiece /><kit.DatePiece onPick={setDate} /><p id="date">{date}</p>
          <kit.ToastPiece /></main>;
      }
      createRoot(document.getElementById('root')).render(<Page />);`;
    const code = await bundle(page, []);
    console.log(kit, JSON.stringify(await keyboardReport(code, chromiumPath), null, 1));
  }
});
