// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import { mustEqual } from '#lib/register/checks';
import { AnswerComparisons } from './answer-comparisons.tsx';
import { useAnswerChecks } from './use-answer-checks.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const head = (id: string) => ({ id, title: `About ${id}`, inputs: 'Issuer balance' });
const read = (id: string, left: bigint) => ({
  id,
  checks: [mustEqual(id, 'Shares', left, 150n)],
  readAt: '2026-11-20T15:04:05.000Z',
});

function Comparisons() {
  const answers = useAnswerChecks(1001, '2026-11-20', true);
  return <AnswerComparisons {...{ answers, issuer: 1001, day: '2026-11-20' }} />;
}

/** The page of an answer that is given line by line. */
function draw() {
  const lines = new TransformStream<object>({
    transform: (line, controller) =>
      controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`) as never),
  });
  vi.stubGlobal('fetch', async () => new Response(lines.readable as never));
  const writer = lines.writable.getWriter();
  const { container } = render(
    createElement(ApiProvider, { wire: {}, onSignedOut: () => {} } as never, <Comparisons />),
  );
  return {
    send: (line: object) => act(() => writer.write(line)),
    text: () => container.textContent ?? '',
  };
}

it('shows each kind of comparisons as it arrives, at its place', async () => {
  const page = draw();
  await page.send({ groups: [head('one'), head('two'), head('none')] });
  await waitFor(() => expect(page.text()).toMatch(/About oneComparing….*About twoComparing….*About none/));
  await page.send(read('two', 150n));
  await waitFor(() => expect(page.text()).toMatch(/About oneComparing….*About two1 of 1 match/));
  await page.send({ id: 'none', checks: [], readAt: '2026-11-20T15:04:05.000Z' });
  await page.send(read('one', 140n));
  await page.send({ end: true });
  await waitFor(() => expect(page.text()).toMatch(/About one0 of 1 match, 1 differs.*About two1 of 1 match/));
  expect(page.text()).not.toMatch(/About none|Comparing|Not read/);
});

it('what did not arrive is not read, and never counts as equal', async () => {
  const page = draw();
  await page.send({ groups: [head('one'), head('two')] });
  await page.send(read('two', 150n));
  await page.send({ error: { code: 'failed', message: 'Something went wrong.' } });
  await waitFor(() => expect(page.text()).toMatch(/About oneNot read.*About two1 of 1 match/));
  expect(page.text()).toContain('Something went wrong.');
});
