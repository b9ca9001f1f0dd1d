import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** No accessibility violation on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
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

/** The page itself never scrolls sideways; wide tables scroll inside their own frame. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0], `width of ${page.url()}`).toBeLessThanOrEqual(widths[1] ?? 0);
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
