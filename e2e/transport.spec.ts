import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, type Response, test } from '@playwright/test';
import { routes } from '#lib/routes';
import { sampled } from '#tests/lane';
import { everyPage } from './support/every-page.ts';
import { settled } from './support/page-checks.ts';
import { signIn } from './support/users.ts';

type Violation = { directive: string; blocked: string; sample: string; at: string };

/** Records every violation of the content policy in every page of the window; page scripts cannot see it. */
async function watchViolations(page: Page): Promise<Violation[]> {
  const seen: Violation[] = [];
  await page.exposeBinding('noteViolation', (_source, violation: Violation) => void seen.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective: directive, blockedURI: blocked, sample } = event;
      const note = (window as unknown as { noteViolation: (v: object) => void }).noteViolation;
      note({ directive, blocked, sample, at: location.pathname });
    });
  });
  return seen;
}

const nonceOf = (response: Response | null) =>
  /script-src 'nonce-([A-Za-z0-9+/]{24})' 'strict-dynamic';/.exec(
    response?.headers()['content-security-policy'] ?? '',
  )?.[1];

/** What a page's HTML may not contain: scripts without the nonce, style attributes, event attributes. */
function errorsOf(html: string, nonce: string): string[] {
  const tags = [...html.matchAll(/<(script|style)\b[^>]*>/g)].map(([tag]) => tag);
  const text = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
  return [
    ...tags.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
    ...[...text.matchAll(/<[a-z][^<>]*\s(?:style|on[a-z]+)=(?:"[^"]*"|'[^']*')/g)].map(([tag]) => tag),
  ];
}

test('no page violates its content security policy, and every response has its own nonce', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(600_000);
  const violations = await watchViolations(page);
  const nonces: string[] = [];
  const faults: string[] = [];
  const open = async (path: string) => {
    const response = await page.goto(path);
    await settled(page);
    const nonce = nonceOf(response);
    nonces.push(nonce ?? `none at ${path}`);
    faults.push(...errorsOf((await response?.text()) ?? '', nonce ?? '').map((tag) => `${path}: ${tag}`));
  };
  await open(routes.signIn());
  await open('/nothing-here.txt');
  await signIn(page, 'operator');
  for (const { path } of sampled(everyPage, 4)) await test.step(path, () => open(path));
  for (const path of [
    '/issuers/4711',
    '/nothing-here',
    '/issuers/1001/nothing',
    '/_next/image?url=%2Ficon.svg',
  ])
    await test.step(path, () => open(path));
  expect(faults).toEqual([]);
  expect(violations).toEqual([]);
  expect(nonces.filter((nonce) => !/^[A-Za-z0-9+/]{24}$/.test(nonce))).toEqual([]);
  expect(new Set(nonces).size).toBe(nonces.length);
});

test('charts, panels, themes, palette, print and navigation comply with the policy', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const violations = await watchViolations(page);
  await signIn(page, 'operator', routes.ownership(1001));
  await settled(page);
  await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
  // The typeface is the product's own file; a page of ASCII does not fetch the letters of other alphabets.
  const faces = await page.evaluate(() => [...document.fonts].map((face) => `${face.family} ${face.status}`));
  expect(faces.filter((face) => face.endsWith(' loaded'))).toEqual(['latin loaded']);
  await page.locator('svg.recharts-surface').first().hover();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  // Client-side navigation without a new document: scripts the router loads run under the first page's nonce.
  await page.getByRole('link', { name: 'Cap table' }).first().click();
  await expect(page).toHaveURL(/cap-table/);
  await settled(page);
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await expect(page).toHaveURL(/transactions/);
  await settled(page);
  expect(violations).toEqual([]);
});

const payload =
  '<img src=x onerror="window.hit=1"><script>window.hit=1</script><style>main{display:none}</style><base href="https://evil.test/"><form action="https://evil.test/"></form>';

test('a stored name full of markup is shown as text', async ({ page }) => {
  const violations = await watchViolations(page);
  await signIn(page, 'operator');
  const { origin } = new URL(page.url());
  const account = `X-${Date.now()}`;
  const response = await page.request.post('/api/upstream/api/v1/Transaction/CreateNewIssuance', {
    headers: { 'x-sharebook': '1', origin },
    data: issuanceTo(account),
  });
  expect(response.status(), await response.text()).toBe(200);
  await page.goto(routes.holder(1006, account));
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>window.hit=1</script>');
  const traces = await page.evaluate(() => ({
    hit: (window as unknown as { hit?: number }).hit,
    bases: document.querySelectorAll('base').length,
    foreign: document.querySelectorAll('form[action^="https:"], img[onerror]').length,
  }));
  expect(traces).toEqual({ hit: undefined, bases: 0, foreign: 0 });
  expect(violations).toEqual([]);
});

test('injected markup has no effect', async ({ page }) => {
  const violations = await watchViolations(page);
  await signIn(page, 'operator');
  const { origin } = new URL(page.url());
  // Simulates a page that wrote foreign text into its HTML unescaped.
  await page.evaluate((html) => {
    const box = document.createElement('div');
    box.innerHTML = html;
    for (const node of [...box.childNodes]) document.body.append(document.importNode(node, true));
    const script = document.createElement('div');
    document.body.append(script);
    script.setAttribute('style', 'position:fixed');
    script.setAttribute('onclick', 'window.hit=2');
    script.click();
  }, payload);
  await expect
    .poll(() => violations.map(({ directive }) => directive).sort())
    .toEqual(expect.arrayContaining(['base-uri', 'script-src-attr', 'style-src-attr', 'style-src-elem']));
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
  expect(await page.evaluate(() => document.baseURI)).toContain(origin);
  await expect(page.locator('main#main')).toBeVisible();
  // Runs later, as code evaluated by the test itself is allowed to use eval.
  const evaluated = page.evaluate(
    () =>
      new Promise((done) =>
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: that it is refused is the point
            done(eval('1'));
          } catch (error) {
            done((error as Error).name);
          }
        }),
      ),
  );
  expect(await evaluated).toBe('EvalError');
  // Last, because the browser then waits for a page that never comes.
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action^="https:"]')?.submit());
  await expect.poll(() => violations.map(({ directive }) => directive)).toContain('form-action');
});

/** A page on another port: the browser treats it as the same site, so even strict cookies are sent. */
async function neighbour(html: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

test('a page of another origin can neither send as a user nor frame the dashboard', async ({ page }) => {
  await signIn(page, 'operator');
  const { origin } = new URL(page.url());
  const target = `${origin}/api/upstream/api/v1/Transaction/CreateNewIssuance`;
  const account = `X-${Date.now()}-NEIGHBOUR`;
  const body = JSON.stringify(issuanceTo(account));
  // A form sends name=value: split at its first "=", the body is the JSON that our own page would send.
  const at = body.indexOf('=');
  const field = `<input name="${attribute(body.slice(0, at))}" value="${attribute(body.slice(at + 1))}">`;
  const form = `<form method=post enctype=text/plain action="${target}" target=there>${field}</form>`;
  const send = '<script>document.forms[0].submit()</script>';
  const escaped = attribute(form.replace(' target=there', '') + send);
  const evil = await neighbour(
    `<iframe name=there></iframe><iframe sandbox="allow-scripts allow-forms" srcdoc="${escaped}"></iframe><iframe src="${origin}/"></iframe>${form}${send}`,
  );
  const responses: [origin: string | undefined, cookie: boolean, body: string | undefined, status: number][] =
    [];
  page.on('response', async (response) => {
    const request = response.request();
    if (request.method() !== 'POST') return;
    const { origin: from, cookie } = await request.allHeaders();
    const signedIn = cookie?.includes('sharebook.session') ?? false;
    responses.push([from, signedIn, request.postData()?.trimEnd(), response.status()]);
  });
  await page.goto(evil.url);
  await expect.poll(() => responses).toContainEqual([evil.url.slice(0, -1), true, body, 403]);
  // The sandboxed frame may be gone before its response is reported; it only matters that nothing was accepted.
  for (const [, , , status] of responses) expect(status).toBeGreaterThanOrEqual(401);
  await expect.poll(() => page.frames().length).toBe(4);
  expect(await sentWrites(page, origin)).not.toContain(account);
  for (const frame of page.frames()) expect(await frame.content()).not.toContain('Portfolio');
  evil.close();
});

/** Escapes a text as an attribute value. */
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The writes the signed-in user has sent; other tests send some at the same time. */
async function sentWrites(page: Page, origin: string): Promise<string> {
  const response = await page.request.get(`${origin}/api/writes`);
  expect(response.status()).toBe(200);
  return response.text();
}

/** One membership interest for a new account whose name is the payload. */
function issuanceTo(customerShareholderId: string) {
  return {
    customerIssuerId: 1006,
    effectiveDate: null,
    processDate: '2026-11-19',
    chargeAmount: 0,
    certificateType: 'BookEntry',
    securityType: { securityTypeCode: 'M', securitySeriesCode: null },
    comments: payload,
    restrictionCode: null,
    certificates: [{ shares: 1, restrictionCode: null }],
    shareholder: {
      customerShareholderId,
      name: payload,
      sortName: payload,
      accountType: 'Individual',
      primaryPayeeName: null,
      primaryTaxId: null,
      primaryTaxIdType: 'SSN',
      primaryAddress: {
        address1: '<script>window.hit=1</script>',
        city: 'Dayton',
        state: 'OH',
        postalCode: '45402',
        country2Code: 'US',
      },
    },
    TaxLots: null,
  };
}
