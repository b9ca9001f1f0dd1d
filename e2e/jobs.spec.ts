import { expect, test } from '@playwright/test';
import { jobs, press } from './support/jobs.ts';
import { signIn } from './support/users.ts';

const clicksMax = 3;

/** Their duration is measured by `npm run bench jobs`: the test machine says nothing about a user's machine. */
test.describe('five jobs', () => {
  for (const [name, run] of Object.entries(jobs)) {
    test(name, async ({ page }) => {
      await signIn(page, 'officer');
      await expect(page).toHaveURL(/\/issuers\/1001$/);
      let clicks = 0;
      await run(page, async (what) => {
        clicks += 1;
        await press(what);
      });
      expect(clicks).toBeLessThanOrEqual(clicksMax);
    });
  }
});
