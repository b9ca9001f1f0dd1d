// What a screen reader says for each key, in three kits: node bench/ui-kit/screen-reader.mjs [kit or piece ...]
// Two sources: Chromium's accessibility tree with its live regions, and the package of Guidepup that computes
// speech from the document. CHROMIUM=/path/to/chromium if Playwright has none.
import { chromium } from '@playwright/test';
import { chromiumPath, kitFile, kits, withKits } from './bundle.mjs';
import { listen, recordLiveRegions } from './speech.mjs';

const key = (name) => [name, (page) => page.keyboard.press(name)];
const type = (text) => [`type ${text}`, (page) => page.keyboard.type(text, { delay: 60 }), true];
const clear = [
  'clear',
  async (page) => {
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
  },
  true,
];

const journeys = {
  ComboboxPiece: () => [
    key('Tab'),
    key('ArrowDown'),
    key('ArrowDown'),
    key('Escape'),
    type('tr'),
    key('ArrowDown'),
    clear,
    type('zz'),
    clear,
    type('founders'),
    key('ArrowDown'),
    key('Enter'),
  ],
  MenuPiece: () => [key('Tab'), key('Enter'), key('ArrowDown'), key('Space'), key('Escape')],
  PopoverPiece: () => [key('Tab'), key('Enter'), key('Tab'), key('Escape')],
  // 2026-11-20 is the last day that the field accepts.
  DatePiece: (kit) =>
    kit === 'native'
      ? [
          ...[key('Tab'), clear, type('6/30/2026'), key('Tab'), key('Shift+Tab')],
          ...[clear, type('12/31/2026'), key('Tab')],
        ]
      : [
          ...[key('Tab'), type('06'), type('30'), type('2026'), key('Tab')],
          ...[key('Shift+Tab'), key('Shift+Tab'), key('Shift+Tab')],
          ...[type('12'), type('31'), key('Tab'), key('Tab'), key('Tab')],
        ],
  ToastPiece: () => [key('Tab'), key('Enter'), key('Enter')],
};

async function drive(browser, kit, piece, code) {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(kit, piece, error.message));
  await page.addInitScript(recordLiveRegions);
  await page.route('http://kit.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Kit</title><style>.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        [popover]{position:fixed}.flex{display:flex}</style><div id="root"></div><script>globalThis.process={env:{}}</script><script type="module" src="/kit.js"></script></html>`,
    }),
  );
  await page.route('http://kit.test/kit.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  );
  await page.goto('http://kit.test/');
  await page.getByRole('button', { name: 'Before' }).focus();
  const step = await listen(page);
  await step(async () => undefined);
  const virtualTexts = async () =>
    (
      await page
        .evaluate(async () => {
          const texts = await window.virtual.spokenPhraseLog();
          await window.virtual.clearSpokenPhraseLog();
          return texts;
        })
        .catch((error) => [error.message])
    ).join(' · ');
  await page.evaluate(() => window.virtual.start({ container: document.body }));
  await virtualTexts();
  console.log(
    `\n### ${kit}: ${piece}\n\n| step | accessibility tree | virtual screen reader |\n| --- | --- | --- |`,
  );
  for (const [name, action, typed] of journeys[piece](kit)) {
    const heard = await step(() => action(page), typed);
    console.log(`| ${name} | ${heard} | ${await virtualTexts()} |`);
  }
  await context.close();
}

const names = process.argv.slice(2);
// Without a name of that kind, all of it.
const chosen = (all) =>
  all.some((one) => names.includes(one)) ? all.filter((one) => names.includes(one)) : all;
await withKits(async (bundle) => {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--force-renderer-accessibility'],
  });
  try {
    for (const piece of chosen(Object.keys(journeys))) {
      for (const kit of chosen(kits)) {
        const source = `
          import { virtual } from '@guidepup/virtual-screen-reader';
          import { createRoot } from 'react-dom/client';
          import { ${piece} as Piece } from '${kitFile(kit)}';
          window.virtual = virtual;
          createRoot(document.getElementById('root')).render(<main><button type="button">Before</button>
            <Piece onPick={() => {}} /><button type="button">After</button></main>);`;
        await drive(browser, kit, piece, await bundle(source, []));
      }
    }
  } finally {
    await browser.close();
  }
});
