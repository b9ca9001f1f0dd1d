// Checks of a page in the browser: accessibility, overflow, theme, and waiting until it is stable.

import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** No accessibility violation on the page as it is, or on a part of it. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // After a navigation in the browser, the title comes with the metadata of the new page.
  await expect(page).toHaveTitle(/\S/);
  // Legacy mode is enough: only frames of other origins need the other mode, and our pages have none.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(rules);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(lines.join('\n'), `axe on ${page.url()}`).toBe('');
}

type Axe = {
  run: (
    context: { include: string[][] },
    options: object,
  ) => Promise<{ violations: { nodes: { html: string; failureSummary?: string }[] }[] }>;
};

/**
 * The same for the rules that depend on colors alone: enough where only the theme has changed since
 * `expectAccessible`. Of equally styled text on equal backgrounds, three samples are checked.
 */
export async function expectReadable(page: Page, look: string): Promise<void> {
  const lines = await page.evaluate(async () => {
    const seen = new Map<string, number>();
    const mark = 'data-look';
    const drawn = (element: Element): string => {
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textDecorationLine } =
        getComputedStyle(element);
      const ground = `${backgroundColor} ${backgroundImage} ${opacity}`;
      const above = element.parentElement ? drawn(element.parentElement).split('|')[0] : '';
      return `${ground} ${above}|${color} ${fontSize} ${fontWeight} ${textDecorationLine}`;
    };
    const says = (node: Node | null) =>
      [...(node?.childNodes ?? [])].some((part) => part.nodeType === 3 && part.textContent?.trim());
    for (const element of document.body.querySelectorAll('*')) {
      element.removeAttribute(mark);
      const { width, height } = element.getBoundingClientRect();
      if (!width || !height || !(says(element) || element.matches('input, select, textarea'))) continue;
      // A link inside a sentence has to be distinguishable from its text, unlike one alone.
      const key = `${element.tagName === 'A' && says(element.parentElement)} ${drawn(element)}`;
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      // The first sample may lie under a sticky header, where contrast cannot be computed.
      if (times >= 3) continue;
      element.setAttribute(mark, '');
    }
    if (seen.size === 0) return ['nothing to read'];
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(
      { include: [[`[${mark}]`]] },
      {
        runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
        resultTypes: ['violations'],
      },
    );
    return violations.flatMap(({ nodes }) => nodes.map((node) => `${node.html} ${node.failureSummary}`));
  });
  expect(lines.join('\n'), `colors of ${page.url()}, ${look}`).toBe('');
}

/** The page never scrolls sideways; wide tables scroll inside their own frame. Charts resize with a delay. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
  await expect.poll(beyond, { message: `pixels beyond the width of ${page.url()}` }).toBe(0);
}

/**
 * A narrow window loses no content: the page does not scroll sideways, what scrolls can be reached by keyboard,
 * and no figure or date is cut off.
 */
export async function expectNothingLost(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  const lost = await page.evaluate(() => {
    const figure = /^[-+<$]*\d[\d,.]*%?$|\b\d{4}-\d\d-\d\d\b|^[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/;
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.scrollWidth <= element.clientWidth || element.clientWidth <= 1) continue;
      const { overflowX } = getComputedStyle(element);
      const text = element.innerText.trim();
      if (overflowX === 'hidden' && figure.test(text)) found.push(`cut short: ${text}`);
      if (!/auto|scroll/.test(overflowX)) continue;
      if (element.tabIndex < 0 && !element.querySelector('a, button, input, select, [tabindex="0"]'))
        found.push(`not reached by keyboard: ${element.outerHTML.slice(0, 120)}`);
    }
    return found;
  });
  expect(lost, `lost on ${page.url()}`).toEqual([]);
}

export async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const { origin } = new URL(page.url() === 'about:blank' ? (process.env.BASE_URL ?? '') : page.url());
  await page.context().addCookies([{ name: 'sharebook-theme', value: theme, url: origin }]);
}

/** Waits until all data is loaded and the layout is stable. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** Waits until the browser has drawn what it knows: measured heights and layout shifts come with a frame. */
export async function afterFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

/**
 * Presses a shortcut key until its box has the focus, and never types into the box: right after a full load no
 * script may listen yet.
 */
export async function keyTo(box: Locator, key: string): Promise<void> {
  const page = box.page();
  const hasFocus = () => box.evaluateAll((all) => all.some((one) => one === document.activeElement));
  await expect(async () => {
    if (!(await hasFocus())) await page.keyboard.press(key);
    await expect(box).toBeFocused({ timeout: 1_500 });
  }).toPass();
}

/** That a path shows no page. The status says the same, except where a slow server has sent the head of the page before. */
export async function expectNoPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
}
