import { expect, test } from '@playwright/test';
import { calendarDay, startApp } from '#tests/app/running';
import { workQueue } from './support/queue-work.ts';
import { openSession } from './support/users.ts';

/** The demo as it is loaded by `npm start`: the other journeys use books without its sixty items. */
test('the sixty items of the demo are worked to an empty queue without a mouse', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(1_200_000);
  const app = process.env.QUEUE_DAY_URL ? null : await startApp(calendarDay, { books: 'new' });
  const baseURL = process.env.QUEUE_DAY_URL ?? app?.url ?? '';
  try {
    const pages = [];
    for (const who of ['clerk', 'operator'] as const) {
      const page = await (await browser.newContext({ baseURL })).newPage();
      await openSession(page.context(), who, baseURL);
      pages.push(page);
    }
    const [clerk, operator] = pages;
    if (!clerk || !operator) throw new Error('two pages are needed');
    const worked = await workQueue({ clerk, operator });
    expect(worked).toHaveLength(60);
    // What counts from a later day is approved and waits for it; nothing else is left.
    await clerk.reload();
    await expect(clerk.locator('[data-item]')).toHaveCount(1);
    await expect(clerk.locator('tr', { has: clerk.locator('[data-item]') })).toContainText(
      /Ready to post.*Effective/,
    );
  } finally {
    await app?.stop();
  }
});
