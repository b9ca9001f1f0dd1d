import { expect, test } from 'vitest';
import { browserText } from './user-agent-text.ts';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36';

test.each([
  [chrome, 'Chrome on Linux'],
  [`${chrome} Edg/147.0`, 'Edge on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  ['curl/8.5.0', 'curl'],
  [null, 'Unknown program'],
])('%j is %s', (userAgent, labels) => {
  expect(browserText(userAgent)).toBe(labels);
});
