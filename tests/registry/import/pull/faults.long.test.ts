/** @module-tag long */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Checked, checkRegister } from '#registry/import/check/check-register';
import { PullStopped } from '#registry/import/pull/errors';
import { type Pulled, type PullRequest, pullRegister } from '#registry/import/pull/pull-register';
import { registryOfFile } from '#tests/registry/boot';
import { type Remote, startRemote } from './remote.ts';

const registry = registryOfFile();
const day = '2026-11-20';
let remote: Remote;
let folder: string;
beforeAll(async () => {
  remote = await startRemote(registry());
});
afterAll(() => remote.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pull-'));
  remote.asked.length = 0;
  remote.fault = () => undefined;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pull = (changed: Partial<PullRequest> = {}): Promise<Pulled> =>
  pullRegister({
    base: remote.base,
    credentials: { clientId: 'demo-agent', clientSecret: 'demo-agent-secret' },
    ratePerSecond: 1000,
    firstPauseMs: 1,
    issuer: 1003,
    folder,
    day,
    stated: { kind: 'Delaware corporation', issuer: '9003' },
    ...changed,
  });

const stopped = (asked: Promise<unknown>): Promise<PullStopped> =>
  asked.then(
    () => expect.fail('The pull was not stopped.'),
    (error) => {
      expect(error).toBeInstanceOf(PullStopped);
      return error;
    },
  );

/** Checks a pulled register beside the demo; its accounts are known there. */
async function check(path: string): Promise<Checked> {
  return registry().database.asOwner(async (pool) => {
    const client = await pool.connect();
    try {
      return await checkRegister(client, path, { today: day });
    } finally {
      client.release(true);
    }
  });
}

const countOf = (name: string) => remote.asked.filter(({ path }) => path.includes(name)).length;
const details = '/Issuer/shareholder/details';
const balance = '/Issuer/GetIssuerBalance';

describe('a pull that was stopped', () => {
  test('continues with the responses that it kept', async () => {
    const whole = await pull();
    const all = remote.asked.length;
    expect(whole.reused).toBe(0);
    rmSync(folder, { recursive: true, force: true });
    remote.asked.length = 0;
    remote.fault = (path) => (path.includes('/Report/') ? { status: 503 } : undefined);
    const error = await stopped(pull());
    expect(error.isFinal).toBe(false);
    expect(error.message).toContain('was answered with status 503. This happened 10 times in a row');
    const pages = countOf(details);
    expect(pages).toBeGreaterThan(0);
    const kept = readdirSync(folder).filter((name) => name.endsWith('.json'));
    for (const name of kept) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);

    remote.asked.length = 0;
    remote.fault = () => undefined;
    const again = await pull();
    expect(countOf(details)).toBe(0);
    expect(again.reused).toBeGreaterThan(pages);
    expect(remote.asked.length + again.reused).toBe(all);
    expect((await check(again.path)).byCode.has('T01')).toBe(false);
  });

  test('does not use a kept response that was changed, and reads all again on another day', async () => {
    await pull();
    const all = remote.asked.length;
    const [name] = readdirSync(folder).filter((one) => /^[0-9a-f]{64}\.json$/.test(one));
    writeFileSync(join(folder, name!), '[]');
    remote.asked.length = 0;
    await pull();
    // The token, and the response that was changed.
    expect(remote.asked).toHaveLength(2);
    remote.asked.length = 0;
    await pull({ day: '2026-11-19' });
    expect(remote.asked).toHaveLength(all);
  });

  test('keeps another issuer and other files out of its folder', async () => {
    await pull({ issuer: 1007 });
    expect((await stopped(pull())).message).toContain('holds the responses of issuer 1007');
    const other = mkdtempSync(join(folder, 'other-'));
    writeFileSync(join(other, 'notes.txt'), '');
    expect((await stopped(pull({ folder: other }))).message).toContain('is not empty and holds no pull');
  });
});

describe('limits of the other registry', () => {
  test('a pause that it asks for is kept', async () => {
    remote.fault = (path, _text, count) =>
      path.includes(balance) && count === 1
        ? { status: 429, headers: { 'retry-after': '1' }, body: '' }
        : undefined;
    const pauses: string[] = [];
    await pull({ issuer: 1007, onPause: (why) => pauses.push(why) });
    expect(pauses).toEqual(['GetIssuerBalance was answered with status 429.']);
    const [first, second] = remote.asked.filter(({ path }) => path.includes(balance));
    expect(second!.at - first!.at).toBeGreaterThan(990);
  });

  test('a very long pause ends the pull, which can continue', async () => {
    remote.fault = (path) =>
      path.includes(balance) ? { status: 429, headers: { 'retry-after': '3600' } } : undefined;
    const error = await stopped(pull({ issuer: 1007 }));
    expect([error.isFinal, error.message]).toEqual([false, expect.stringContaining('asks to wait 3600 s.')]);
    expect(countOf(balance)).toBe(1);
  });

  test('no more requests a second are sent than were stated', async () => {
    await pull({ issuer: 1007, ratePerSecond: 20 });
    const times = remote.asked.map(({ at }) => at);
    for (let at = 1; at < times.length; at += 1) expect(times[at]! - times[at - 1]!).toBeGreaterThan(40);
  });
});

describe('responses that are wrong', () => {
  test('one that is cut, or not JSON, is asked for again', async () => {
    remote.fault = (path, text, count) => {
      if (path.includes(details) && count === 1) return { cut: true };
      return path.includes(balance) && count === 1 ? { body: text.slice(0, -9) } : undefined;
    };
    const { path } = await pull();
    expect((await check(path)).byCode.has('T01')).toBe(false);
  });

  test('one that stays broken ends the pull', async () => {
    remote.fault = (path) => (path.includes(balance) ? { body: '<html>' } : undefined);
    expect((await stopped(pull())).message).toContain('GetIssuerBalance gave a response that is not JSON.');
    expect(countOf(balance)).toBe(10);
  });

  test('one without a field that it must have is named', async () => {
    remote.fault = (path, text) =>
      path.includes(balance) ? { body: text.replaceAll('"totalIssuedShares":', '"issued":') } : undefined;
    const error = await stopped(pull());
    expect(error.isFinal).toBe(true);
    expect(error.message).toMatch(
      /^GetIssuerBalance gave a response that is not as the interface has it: 0\.totalIssuedShares: /,
    );
  });

  test('a class that is not among the classes is named', async () => {
    remote.fault = (path) => (path.includes('/GetIssuerSecurityTypes') ? { body: '[]' } : undefined);
    expect((await stopped(pull())).message).toMatch(
      /^GetIssuerShareholderDetails names the class \d+, which/,
    );
  });

  test('one that is too large is not read to its end; lists are then read one by one', async () => {
    const large = ' '.repeat(2_000_000);
    remote.fault = (path, text) => {
      const isList =
        path.includes('/Shareholder/Details/List') ||
        /GetHoldingCertificates\?customerIssuerId=\d+&filterStatus/.test(path);
      return isList ? { body: text + large } : undefined;
    };
    const { path } = await pull({ limits: { bytesMax: 2_000_000 } });
    expect(countOf('/Shareholder/Details?')).toBeGreaterThan(10);
    expect(countOf('customerShareholderId=')).toBeGreaterThan(20);
    const { byCode, counts } = await check(path);
    expect([byCode.has('T01'), byCode.has('X18'), counts.stop]).toEqual([false, false, 0]);
    remote.fault = (asked, text) => (asked.includes(balance) ? { body: text + large } : undefined);
    rmSync(folder, { recursive: true, force: true });
    expect((await stopped(pull({ limits: { bytesMax: 2_000_000 } }))).message).toBe(
      'A response has more than 2000000 bytes.',
    );
  });

  test('a silent registry ends the pull', async () => {
    const limits = { headersMs: 5, pieceMs: 5, wholeMs: 20 };
    remote.fault = (path) => (path.includes(balance) ? { status: 200 } : undefined);
    const base = new URL('http://127.0.0.1:9/sandbox');
    expect((await stopped(pull({ base, limits }))).message).toContain(
      'The token request got no whole response',
    );
  });
});

describe('totals', () => {
  const change = (name: string, from: RegExp) => (path: string, text: string) =>
    path.includes(name)
      ? { body: text.replace(from, (_all, field, value) => `${field}${Number(value) + 75}`) }
      : undefined;

  test('a balance that disagrees with the certificates blocks the register', async () => {
    remote.fault = change(balance, /("totalOutstandingShares":)(\d+)/);
    const pulled = await pull();
    expect(pulled.comparisons.filter(({ agrees }) => !agrees)).toMatchObject([
      { measure: 'Outstanding', from: 'balance' },
    ]);
    const { byCode, findings } = await check(pulled.path);
    expect(byCode.get('T01')).toBeGreaterThanOrEqual(1);
    expect(findings.find(({ code }) => code === 'T01')?.sentence).toMatch(
      /Outstanding: rows [\d,]+, control total [\d,]+, difference 75\.$/,
    );
    expect(findings.filter(({ code }) => code === 'R02')).toHaveLength(1);
  });

  test.for([
    ['ownership', '/Report/GetOwnershipPercentage', /("balances":.*?"totalOutstandingShares":)(\d+)/],
    ['cap table', '/Issuer/shareholder/cap/table', /("totalShares":)(\d+)/],
    ['diluted ownership', '/Report/GetDilutedPercentage', /("isReserved":true,"shares":)(\d+)/],
  ] as const)('a total of the %s that disagrees is reported', async ([from, name, pattern]) => {
    remote.fault = change(name, pattern);
    const pulled = await pull();
    const wrong = pulled.comparisons.filter(({ agrees }) => !agrees);
    expect(wrong.map((one) => one.from)).toEqual([from]);
    const { findings } = await check(pulled.path);
    const reported = findings.filter(({ code }) => code === 'R02');
    expect(reported).toMatchObject([{ severity: 'warning' }]);
    expect(reported[0]!.sentence).toContain(`the ${from} of the other registry says`);
  });

  test('a journal that has other transactions than the status list is reported', async () => {
    remote.fault = (path, text) => {
      const at = text.lastIndexOf('"status":"Completed"');
      return path.includes('/GetTAStatusTransactions') && at > 0
        ? { body: `${text.slice(0, at)}"status":"Rejected"${text.slice(at + 20)}` }
        : undefined;
    };
    const { comparisons } = await pull();
    expect(comparisons.filter(({ agrees }) => !agrees)).toMatchObject([
      { measure: 'Transactions', from: 'status list' },
    ]);
  });

  test('totals that change while they are read are read again, three times at most', async () => {
    let asked = 0;
    remote.fault = (path, text) => {
      if (!path.includes(`${balance}?`) || !path.includes(day)) return undefined;
      asked += 1;
      // The total moves once after the first reading began.
      return { body: asked === 1 ? text.replace(/("totalReserveShares":)(\d+)/, '$12$2') : text };
    };
    await pull();
    expect(asked).toBe(4);
    rmSync(folder, { recursive: true, force: true });
    remote.fault = (path, text) => {
      if (!path.includes(`${balance}?`) || !path.includes(day)) return undefined;
      asked += 1;
      return { body: text.replace(/("totalReserveShares":)(\d+)/, `$1${asked}`) };
    };
    const error = await stopped(pull());
    expect([error.isFinal, error.message]).toEqual([
      false,
      expect.stringContaining('changed while it was read, 3 times'),
    ]);
  });
});

describe('the history', () => {
  const journalPath = '/Report/GenerateTransactionList';
  const limited = '/Issuer/GetIssuerBalance';

  test('ends with a transaction that cannot be entered, with its reason', async () => {
    remote.fault = (path, text) =>
      path.includes(journalPath) && text.includes('"effectiveDate":"2023-')
        ? { body: text.replace(/"typeCode":"[A-Z]"/, '"typeCode":"Z"') }
        : undefined;
    const { findings, books } = await check((await pull()).path);
    const [found, ...more] = findings.filter(({ code }) => code === 'R05');
    expect(more).toEqual([]);
    expect(found!.sentence).toMatch(
      /^Transaction \d+ of \d{4}-\d\d-\d\d cannot be entered: its type Z is not known here\. The history begins after it, with \d+ of 133 transactions\.$/,
    );
    expect(Number(books!.transactions)).toBeGreaterThan(0);
    expect(Number(books!.transactions)).toBeLessThan(133);
    expect(books!.from > '2017-04-09' && books!.from < day).toBe(true);
  });

  test('ends where it does not agree with the certificates', async () => {
    remote.fault = (path, text) => {
      const at = path.includes(journalPath) ? text.indexOf('"issuedCertificates":[{') : -1;
      return at > 0 && text.includes('"effectiveDate":"2023-')
        ? { body: text.slice(0, at) + text.slice(at).replace(/"shares":(\d+)/, '"shares":1$1') }
        : undefined;
    };
    const { findings, books } = await check((await pull()).path);
    expect(findings.filter(({ code }) => code === 'R05').map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(
        /^Transaction \d+ does not agree with the rest\. .+ The history begins after \d{4}-\d\d-\d\d\.$/,
      ),
    ]);
    expect(findings.filter(({ code }) => /^(J|P06|L02)/.test(code))).toEqual([]);
    expect(books!.from > '2017-04-09' && books!.from < day).toBe(true);
  });

  test('is left out where earlier authorized shares do not suffice for it', async () => {
    remote.fault = (path, text) =>
      path.includes(limited) && !path.includes(day)
        ? { body: text.replaceAll(/"authorizedShares":\d+/g, '"authorizedShares":1') }
        : undefined;
    const { findings, books, byCode, rows } = await check((await pull()).path);
    expect(findings.filter(({ code }) => code === 'R05').map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(
        /^The history is left out, because earlier authorized shares are not known well enough\. .+ exceed authorized 1\.$/,
      ),
    ]);
    expect(books).toEqual({ from: day, transactions: 0n });
    expect([byCode.has('T01'), rows.Journal]).toEqual([false, 133]);
  });

  test('is declined', async () => {
    const stated = { kind: 'Delaware corporation', issuer: '9003', withoutHistory: true };
    const { books, rows } = await check((await pull({ stated })).path);
    expect([books, rows.Journal]).toEqual([{ from: day, transactions: 0n }, undefined]);
  });
});

describe('rights', () => {
  test('a client that does not see the issuer is told so', async () => {
    const credentials = { clientId: 'demo-issuer', clientSecret: 'demo-issuer-secret' };
    expect(await stopped(pull({ credentials }))).toMatchObject({
      isFinal: true,
      message: 'The client sees no issuer 1003 in the other registry.',
    });
  });

  test('an operation that the client may not use is named', async () => {
    remote.fault = (path) =>
      path.includes(details) ? { status: 403, body: '{"message":"Not for you."}' } : undefined;
    expect((await stopped(pull())).message).toBe(
      'The client may not read GetIssuerShareholderDetails. It says: Not for you.',
    );
  });

  test('a token that has expired is replaced', async () => {
    remote.fault = (path, _text, count) =>
      path.includes(balance) && count === 1 ? { status: 401, body: '' } : undefined;
    await pull({ issuer: 1007 });
    expect(countOf('/connect/token')).toBe(2);
  });
});
