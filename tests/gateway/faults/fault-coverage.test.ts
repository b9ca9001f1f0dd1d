import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Where a row is tested: a file, and text of the test in it. */
type Place = readonly [file: string, words: string];
const gateway = (file: string, words: string): Place => [`tests/gateway/${file}.test.ts`, words];
const row = (words: string): Place => gateway('faults/error-rows', words);

/**
 * Fault matrix, one row per fault: what is done to the dashboard, and the tests that cover it. Rows that
 * concern only the registry name its own tests.
 */
const rows: Record<string, readonly [fault: string, ...Place[]]> = {
  'F-01': ['registry refuses connections', gateway('faults/upstream-errors', 'refused connections: 503')],
  'F-02': ['registry never answers', row('no response, or a byte')],
  'F-03': ['registry a byte a second', row('no response, or a byte'), row('a stalled file')],
  'F-04': [
    'body cut, length given',
    gateway('faults/upstream-errors', 'a body cut short of its length'),
    gateway('runs/runs', 'cut short of its length'),
  ],
  'F-05': [
    'body cut, chunked or bare',
    gateway('faults/upstream-errors', 'a body without framing, cut'),
    gateway('runs/runs', 'without framing and cut'),
    gateway('runs/runs', 'chunked and cut'),
  ],
  'F-06': ['reset in mid-stream', row('a connection reset within a file')],
  'F-07': [
    'answer to a write lost',
    gateway('writes/writes', 'reported as unknown, never failed; one effect each; all found'),
  ],
  'F-08': ['500 on a read', gateway('faults/upstream-errors', 'a 500 is not retried')],
  'F-09': [
    '500 on a write before it took effect',
    gateway('writes/writes', 'sent again if nothing was recorded'),
  ],
  'F-10': [
    '500 on a write after it took effect',
    ['tests/gateway/writes/write-books.ts', "'500 after',"],
    gateway('writes/writes', '409 if it was'),
  ],
  'F-11': [
    '400',
    gateway('access/other-registry', 'what the registry says about itself is removed'),
    gateway('writes/writes', 'accepted after a rejection'),
  ],
  'F-12': ['401 once', gateway('access/other-registry', 'a token revoked without notice')],
  'F-13': ['401 always', gateway('faults/upstream-errors', 'always rejected: one renewal')],
  'F-14': ['403 where we allowed', row('the registry rejects what the policy allows')],
  'F-15': ['404', gateway('faults/upstream-errors', "['404',")],
  'F-16': ['409 on a first sending', gateway('writes/writes', 'a key the registry already has')],
  'F-17': ['token expires during a download', row('a token that expires')],
  'F-18': [
    'token expires between check and use',
    gateway('access/other-registry', 'a token revoked without notice'),
  ],
  'F-19': [
    'invalid response of the token endpoint',
    gateway('faults/upstream-errors', 'clear error, one request per pause'),
    gateway('faults/upstream-errors', 'expires_in %s has no effect'),
  ],
  'F-20': ['clock ahead or behind', row('a clock %i')],
  'F-21': [
    'wrong kind of content',
    gateway('runs/runs', 'HTML with 200'),
    gateway('access/exam', 'another address in JSON'),
  ],
  'F-22': [
    'malformed JSON',
    gateway('faults/hostile', 'are reported as unreadable, not as an internal error'),
    gateway('faults/upstream-errors', 'trailing garbage'),
    gateway('access/exam', 'to every request causes no internal error'),
  ],
  'F-23': [
    'answers that drift',
    row('schema drift'),
    gateway('access/other-registry', 'unknown enum values pass'),
  ],
  'F-24': ['figures that do not add up', ['e2e/ops.spec.ts', 'proof']],
  'F-25': [
    'endless body',
    gateway('faults/upstream-errors', 'an endless body'),
    gateway('faults/hostile', 'an endless list'),
  ],
  'F-26': [
    'redirects',
    gateway('faults/upstream-errors', 'is not followed'),
    gateway('access/exam', 'a file that responds with %s'),
  ],
  'F-27': [
    'client disconnects',
    gateway('faults/upstream-errors', 'a client that disconnects aborts the upstream call'),
    row('a client that disconnects'),
  ],
  'F-28': [
    'slow readers',
    gateway('runs/cut-downloads', 'with a slow reader'),
    gateway('runs/runs', 'is streamed while it is received'),
  ],
  'F-29': [
    'double click, reload, two tabs',
    gateway('writes/writes', '64 at once'),
    ['e2e/writes.spec.ts', 'double click, reload and back are one issuance'],
  ],
  'F-30': ['killed before sending', gateway('writes/killed-writes', 'killed at every step')],
  'F-31': [
    'killed after sending',
    gateway('writes/killed-writes', 'killed at every step'),
    gateway('writes/writes', 'between sending and response'),
  ],
  'F-32': [
    'registry killed in a write',
    ['tests/registry/writes/writes-killed.long.test.ts', 'kill'],
    gateway('writes/writes', 'reported as unknown, never failed'),
  ],
  'F-33': ['stopped during a report', gateway('runs/runs', 'a run left by a stopped process')],
  'F-34': ['power cut', ['tests/power-cut/power-cut.long.test.ts', 'test']],
  'F-35': ['disk full at the ledger', ['tests/chaos/disk.long.test.ts', 'full disk']],
  'F-36': [
    'disk full at the report store, the trail',
    row('report store not writable'),
    row('audit trail not writable: no file'),
    row('audit trail not writable: a write is not sent'),
  ],
  'F-37': ['memory', ['registry/files/render-workers.test.ts', 'a report that exceeds memory']],
  'F-39': ['store slow, unreachable or full', row('a store without')],
  'F-38': ['file descriptors', ['tests/chaos/soak.long.test.ts', 'all flat']],
  'F-40': [
    'serialization failure, deadlock',
    ['lib/postgres/pool.test.ts', 'retries after a deadlock'],
    ['lib/postgres/pool.test.ts', 'gives up after the given number of retries'],
  ],
  'F-41': ['corrupt page', ['tests/chaos/disk.long.test.ts', 'page changed on disk']],
  'F-42': ['sessions lost', row('lost sessions')],
  'F-43': [
    'rights withdrawn',
    gateway('runs/cut-downloads', 'aborted when %s'),
    gateway('access/session', 'a new role or grant counts at the next request'),
    gateway('access/objects', 'depends on the grant it was created under'),
  ],
  'F-44': ['secret changed', row('a new secret')],
  'F-45': [
    'ended and started while at work',
    ['tests/replicas/replicas.long.test.ts', 'completes active requests, exits with 0'],
    ['tests/replicas/replicas.long.test.ts', 'completes a download, exits with 0'],
  ],
  'F-46': [
    'a new build while tabs are open',
    ['e2e/renewal.spec.ts', 'a tab older than the server reloads once'],
    ['e2e/renewal.spec.ts', 'with entered text the page stays, and the user decides'],
  ],
  'F-47': [
    'session expired while the computer slept',
    ['e2e/access.spec.ts', 'an ended session leads to sign-in and back'],
  ],
  'F-48': ['no script', ['e2e/get.spec.ts', 'without script: form, progress, file']],
  'F-49': ['time zones, summer time', ['lib/format/today.test.ts', 'every half hour has its day']],
  'F-50': ['a blocked log', ['lib/metrics/json-log.test.ts', 'a blocked reader delays nothing']],
};

test('the matrix has every row', () => {
  const all = Array.from({ length: 50 }, (_, index) => `F-${String(index + 1).padStart(2, '0')}`);
  expect(Object.keys(rows).sort()).toEqual(all);
});

test.each(Object.entries(rows))('the tests of %s exist', (_id, [, ...places]) => {
  expect(places.length).toBeGreaterThan(0);
  for (const [file, words] of places) {
    expect(readFileSync(file, 'utf8').includes(words), `${file} says "${words}"`).toBe(true);
  }
});
