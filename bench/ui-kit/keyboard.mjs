import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';

const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

/**
 * Drives the five components by keyboard; each result is true, or what was found instead. Axe without contrast.
 */
export async function keyboardReport(code, executablePath) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error.message));
    await page.route('http://kit.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="en"><title>Kit</title><div id="root"></div><script>globalThis.process={env:{}}</script><script type="module" src="/kit.js"></script></html>',
      }),
    );
    await page.route('http://kit.test/kit.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
    await page.goto('http://kit.test/');
    await page.getByRole('heading', { name: 'Kit' }).waitFor();
    const report = {};
    let violations = 0;
    const axe = async () => {
      const { violations: found } = await new AxeBuilder({ page }).disableRules(['color-contrast']).analyze();
      violations += found.length;
      if (found.length > 0) report.axeRules = [...(report.axeRules ?? []), ...found.map((one) => one.id)];
    };

    await page.getByRole('combobox', { name: 'Owner' }).focus();
    await page.keyboard.type('founders', { delay: 10 });
    await page.getByRole('option').first().waitFor();
    await axe();
    if (!(await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant')))) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    const owner = await page.locator('#owner').textContent();
    report.combobox = owner === 'Larkspur Founders Trust' || owner;

    const columns = page.getByRole('button', { name: 'Columns' });
    await columns.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox').first().waitFor();
    await page.waitForTimeout(100);
    await axe();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const ticked = page.getByRole('menuitemcheckbox', { name: 'Shares' });
    report.menuTicks = (await ticked.getAttribute('aria-checked')) === 'true';
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
    report.menuReturnsFocus = (await focused(page)) === 'Columns' || (await focused(page));

    await page.getByRole('button', { name: 'Open dialog' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Reason' }).waitFor();
    await page.waitForTimeout(100);
    await axe();
    let trapped = true;
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      // A native modal may pass the focus to the browser's own toolbar (body), but never to the page behind it.
      trapped &&= await page.evaluate(() => {
        const at = document.activeElement;
        return (
          at === document.body || Boolean(at?.closest('dialog, [role="dialog"], [data-base-ui-focus-guard]'))
        );
      });
    }
    report.dialogTrapsFocus = trapped;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    report.dialogReturnsFocus = (await focused(page)) === 'Open dialog' || (await focused(page));

    await page.keyboard.press('Tab');
    const textDate = await page.evaluate(() => document.activeElement?.matches('input[type="text"]'));
    // Native and segmented fields take digits alone; a text field takes the separators too.
    await page.keyboard.type(textDate ? '6/30/2026' : '06302026', { delay: 20 });
    // Typed text counts when the field is left.
    if (textDate) await page.keyboard.press('Tab');
    const date = await page.locator('#date').textContent();
    report.dateTyped = date === '2026-06-30' || date;

    await page.getByRole('button', { name: 'Tell' }).focus();
    const live = '[role="status"], [role="alert"], [aria-live], [role="alertdialog"]';
    report.toastRegionWaits = (await page.locator(live).count()) > 0;
    await page.keyboard.press('Enter');
    await page.getByText('List saved').first().waitFor();
    await axe();
    report.axeViolations = violations;
    return report;
  } finally {
    await browser.close();
  }
}
