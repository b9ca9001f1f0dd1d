// Types on a page and counts the keys.

import { expect, type Page } from '@playwright/test';

/** The keyboard of a page, with the number of keys pressed. */
export type Keys = {
  press: (key: string, times?: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Tab until the control with this label or text has the focus; stops after 60 keys. */
  tabTo: (label: RegExp) => Promise<void>;
  count: () => number;
};

/**
 * Label of the focused control, or its text. Nothing for the page itself or a region that scrolls: their text is that of
 * every control in them.
 */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLInputElement | null;
    if (active === document.body || active?.tagName === 'SECTION') return '';
    const name = active?.getAttribute('aria-label') || active?.labels?.[0]?.textContent;
    return (name || active?.textContent || '').trim();
  });

const tabsMax = 60;

export function keysOf(page: Page): Keys {
  let count = 0;
  const press = async (key: string, times = 1) => {
    for (let at = 0; at < times; at += 1) await page.keyboard.press(key);
    count += times;
  };
  return {
    press,
    async type(text) {
      await page.keyboard.type(text);
      count += text.length;
    },
    async tabTo(label) {
      for (let tabs = 0; tabs < tabsMax; tabs += 1) {
        if (label.test(await focused(page))) return;
        await press('Tab');
      }
      expect(await focused(page), 'the control that has the focus').toMatch(label);
    },
    count: () => count,
  };
}
