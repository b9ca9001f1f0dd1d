// Works all items of the queue with the keyboard, and counts keys and time.

import { expect, type Page } from '@playwright/test';
import { planItems } from '#demo/items/plan';
import { type Keys, keysOf } from './keyboard.ts';
import { users } from './users.ts';

/** How one item was worked: all keys and all the time until nothing was left to do. */
export type Worked = { item: string; end: string; keys: number; ms: number };

type Item = {
  customerIssuerId: number;
  itemId: number;
  displayTransactionId: number | null;
  stage: string;
  enteredBy: string;
  receivedAt: string;
  obstacles: string[];
};

const keyOf = ({ customerIssuerId, itemId }: Pick<Item, 'customerIssuerId' | 'itemId'>) =>
  `${customerIssuerId}-${itemId}`;

async function itemsOf(page: Page): Promise<Item[]> {
  const response = await page.request.get(
    '/api/upstream/agent/v1/items?customerIssuerId=&start=0&numberOfRows=1000',
  );
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { items: Item[] }).items;
}

const currentKey = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-item][data-current]')?.getAttribute('data-item') ?? null);

export async function openQueue(page: Page): Promise<void> {
  await page.goto('/ops/queue');
  await expect(page.locator('[data-item]').first()).toBeVisible();
  // A press before the page's script runs would be lost.
  await expect(async () => {
    await page.keyboard.press('j');
    expect(await currentKey(page)).not.toBeNull();
  }).toPass();
}

type Task = { item: Item; end: string; me: string };

/** What a user does with an item as it is: its key, or null when the other user is asked for. */
function stepOf({ item, end, me }: Task): 's' | 'a' | 'p' | 'r' | 'c' | 'e' | null {
  if (end.startsWith('reject')) return 'r';
  if (end === 'cancel') return 'c';
  if (item.stage === 'Entered') return end === 'use the account' && item.obstacles.length > 0 ? 'e' : 's';
  if (item.stage === 'AwaitingApproval') return item.enteredBy === me ? null : 'a';
  if (item.stage === 'Ready') return end === 'approve' ? null : 'p';
  return null;
}

/** Takes the warnings of the dialog as read, then presses Enter. */
async function confirm(page: Page, keys: Keys): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('button[type=submit]')).not.toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.locator('input[type=checkbox]:focus, button[type=submit]:focus')).toHaveCount(1);
  for (let left = await dialog.locator('input[type=checkbox]').count(); left > 0; left -= 1) {
    await keys.press('Space');
    if (left > 1) await keys.press('Tab');
  }
  await keys.press('Enter');
}

async function reject(page: Page, keys: Keys, code: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('button[type=submit]')).toHaveText(/^Reject/);
  const reason = dialog.getByLabel(/^Reason/);
  // The first of the reasons that fit is chosen; another one is typed in the list above.
  if ((await reason.inputValue()) !== code) {
    await keys.press('Shift+Tab');
    await keys.type(code);
    await expect(reason).toHaveValue(code);
    await keys.press('Tab');
  }
  await keys.type('See the notice');
  await keys.press('Enter');
}

/** Takes the account that a new registration repeats, and submits. */
async function takeAccount(page: Page, keys: Keys): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Change item/ })).toBeVisible();
  // All accounts of a large issuer are read first.
  await expect(page.getByRole('button', { name: 'Use this account' })).toBeVisible({ timeout: 90_000 });
  await keys.tabTo(/^Use this account/);
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Use this account' })).toHaveCount(0);
  await keys.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /changed$/ })).toBeVisible();
  await keys.tabTo(/^Open work queue/);
  await keys.press('Enter');
  await expect(page.locator('[data-item]').first()).toBeVisible();
}

const done = { s: 'submitted', a: 'approved', p: 'posted', r: 'rejected', c: 'canceled' };

async function act(page: Page, keys: Keys, task: Task): Promise<void> {
  const step = stepOf(task);
  if (!step) return;
  const { item } = task;
  await keys.press(step);
  if (step === 'a' || step === 'p') await confirm(page, keys);
  if (step === 'r') await reject(page, keys, task.end.split(' ')[1] ?? '');
  if (step === 'e') return takeAccount(page, keys);
  if (step === 'c') {
    await expect(page.getByRole('dialog').getByLabel(/^Reason/)).toBeFocused();
    await keys.type('Withdrawn');
    await keys.press('Enter');
  }
  const name = item.displayTransactionId ?? `Item ${item.itemId}`;
  // The notice of an earlier step of the same item may still be there.
  await expect(page.getByText(`${name} ${done[step]}.`, { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Works the demo's items to an empty queue with the keyboard alone: each user goes down the list and does what is
 * theirs, in turn, until nothing is left but what counts from a later day.
 */
export async function workQueue(pages: Readonly<Record<'clerk' | 'operator', Page>>): Promise<Worked[]> {
  const plan = planItems();
  const received = (await itemsOf(pages.operator)).sort(
    (a, b) => Date.parse(a.receivedAt) - Date.parse(b.receivedAt),
  );
  expect(received).toHaveLength(plan.length);
  const ends = new Map(received.map((item, index) => [keyOf(item), plan[index]?.obstacle?.end ?? 'post']));
  const worked = new Map<string, Worked>();
  const keys = { clerk: keysOf(pages.clerk), operator: keysOf(pages.operator) };
  for (const page of Object.values(pages)) await openQueue(page);
  for (let turn = 0; turn < 6; turn += 1) {
    const who = turn % 2 === 0 ? 'operator' : 'clerk';
    const page = pages[who];
    const me = users[who];
    const tasks = async () =>
      (await itemsOf(page)).map((item) => ({ item, end: ends.get(keyOf(item)) ?? 'post', me }));
    await keys[who].press('Home');
    for (let left = (await tasks()).filter((task) => stepOf(task) !== null); left.length > 0; ) {
      const key = await currentKey(page);
      const task = left.find((one) => keyOf(one.item) === key);
      const began = { ms: performance.now(), keys: keys[who].count() };
      if (task) await act(page, keys[who], task);
      else await keys[who].press('j');
      const item = task ? keyOf(task.item) : (key ?? '');
      const before = worked.get(item) ?? { item, end: ends.get(item) ?? '', keys: 0, ms: 0 };
      worked.set(item, {
        ...before,
        keys: before.keys + keys[who].count() - began.keys,
        ms: before.ms + performance.now() - began.ms,
      });
      if (task) left = (await tasks()).filter((one) => stepOf(one) !== null);
      else if ((await currentKey(page)) === key) await keys[who].press('Home');
    }
    const open = await itemsOf(page);
    if (open.every((item) => ends.get(keyOf(item)) === 'approve' && item.stage === 'Ready')) break;
  }
  return [...worked.values()].filter(({ item }) => ends.has(item));
}
