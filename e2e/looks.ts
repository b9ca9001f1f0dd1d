import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** True for what lies in the row that a table's edge cuts, or beside it: scrolled, it has its whole height again. */
async function isAtTableEdge(page: Page, target: unknown): Promise<boolean> {
  return page
    .locator(String(target))
    .first()
    .evaluate((element) => {
      const table = element.closest('table');
      const box = element.getBoundingClientRect();
      const row = element.closest('tr')?.getBoundingClientRect().height ?? 0;
      const region = table?.closest('section')?.getBoundingClientRect();
      if (!table || !region) return false;
      const top = Math.max(region.top, table.tHead?.getBoundingClientRect().bottom ?? 0);
      const bottom = Math.min(region.bottom, table.tFoot?.getBoundingClientRect().top ?? region.bottom);
      return box.top < top + row || box.bottom > bottom - row;
    })
    .catch(() => false);
}

/** No accessibility violation on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const lines: string[] = [];
  for (const { id, help, nodes } of violations) {
    const found = await Promise.all(
      nodes.map(async (node) =>
        id === 'target-size' && (await isAtTableEdge(page, node.target[0])) ? null : node.html,
      ),
    );
    const left = found.filter((html) => html !== null);
    if (left.length > 0) lines.push(`${id}: ${help}\n  ${left.join('\n  ')}`);
  }
  expect(lines.join('\n'), `axe on ${page.url()}`).toBe('');
}

/** The same for the rules that depend on colours alone: enough where only the theme has changed. */
export async function expectReadable(page: Page, look: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withRules(['color-contrast', 'link-in-text-block'])
    .analyze();
  const lines = violations.flatMap(({ nodes }) => nodes.map((node) => `${node.html} ${node.failureSummary}`));
  expect(lines.join('\n'), `colors of ${page.url()}, ${look}`).toBe('');
}

/** The page itself never scrolls sideways; wide tables scroll inside their own frame. Charts follow a new width late. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
  await expect.poll(beyond, { message: `pixels beyond the width of ${page.url()}` }).toBe(0);
}

export async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const { origin } = new URL(page.url() === 'about:blank' ? (process.env.BASE_URL ?? '') : page.url());
  await page.context().addCookies([{ name: 'sharebook-theme', value: theme, url: origin }]);
}

/** Waits until nothing is being read any more and the drawing has settled. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** A page at its desk size without a violation, and on a phone without sideways scrolling. */
export async function expectFitsDeskAndPhone(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await settled(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
}
