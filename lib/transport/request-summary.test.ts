import { expect, test } from 'vitest';
import { asJsonLine } from './request-log.ts';
import { routeOf } from './request-summary.ts';
import { requestIdHere, tracedId, withRequestId } from './trace.ts';

test.each([
  ['/', 'page'],
  ['/issuers/1001/holders/RC-1?q=Ada', 'page'],
  ['/_next/static/chunks/a.js', 'static'],
  ['/favicon.ico', 'static'],
  ['/api/upstream/api/v1/Issuer/GetIssuer?customerIssuerId=1001', 'api/upstream'],
  ['/api/runs/AAAAAAAAAAAAAAAAAAAAAA', 'api/runs'],
  ['/api/runs/AAAAAAAAAAAAAAAAAAAAAA/file', 'api/runs/file'],
  ['/api/holders/RC-1/tax-id/reveal', 'api/holders'],
  ['/api/health/ready', 'api/health'],
  ['/api/Ada-Lovelace', 'api'],
  ['//', 'page'],
  ['', 'page'],
])('%s is reported as %s only', (url, route) => {
  expect(routeOf(url)).toBe(route);
});

test('work under its own ID keeps it through every await, beside concurrent work', async () => {
  expect(tracedId()).toBeUndefined();
  const one = (id: string) =>
    withRequestId(id, async () => {
      await new Promise((done) => setImmediate(done));
      return [tracedId(), requestIdHere()];
    });
  expect(await Promise.all([one('a'), one('b')])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

test('framework output becomes an event, our own lines are unchanged', () => {
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(JSON.parse(asJsonLine('error', 'it "broke"'))).toEqual({
    time: instant,
    level: 'error',
    event: 'text',
    text: 'it "broke"',
  });
  expect(JSON.parse(asJsonLine('log', '{"event":"x"}'))).toEqual({ time: instant, event: 'x' });
  expect(JSON.parse(asJsonLine('log', '{"event":"x… (cut)'))).toMatchObject({ text: '{"event":"x… (cut)' });
});
