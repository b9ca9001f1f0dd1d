// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { focusHeading } from './focus-on-arrival.tsx';

const main = () => document.getElementById('main') as HTMLElement;
const arrive = () => {
  main().innerHTML = '<h1 tabindex="-1">Dividends</h1>';
};
/** Observers are told after the current task. */
const told = () => new Promise((done) => setTimeout(done, 0));
const focused = () => document.activeElement?.outerHTML;

beforeEach(() => {
  document.body.innerHTML = '<button>Pages</button><main id="main" tabindex="-1"></main>';
});

test('the heading gets the focus', () => {
  arrive();
  focusHeading();
  expect(focused()).toContain('Dividends');
});

test('the heading of a slow page gets the focus when it arrives', async () => {
  focusHeading();
  expect(document.activeElement).toBe(main());
  arrive();
  await told();
  expect(focused()).toContain('Dividends');
});

test.each(['moved by the user', 'after the next navigation'])(
  'the focus stays where it was %s',
  async (why) => {
    const stop = focusHeading();
    const button = document.querySelector('button');
    if (why === 'moved by the user') button?.focus();
    else stop();
    const before = document.activeElement;
    arrive();
    await told();
    expect(document.activeElement).toBe(before);
  },
);
