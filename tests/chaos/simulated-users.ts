// Simulated users of the soak test: what each role does, and what it notes.

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { endpointOf } from '#lib/contract/index';
import { type Browser, openBrowser } from './browser.ts';
import type { Chance } from './chance.ts';
import { type cast, password, type Stage } from './stage.ts';
import { type Form, readBack, sendForm } from './writer.ts';

/** What every user did and saw. */
export type Diary = {
  forms: Form[];
  done: Map<string, number>;
  /** Sentences; each is a broken guarantee. */
  wrong: string[];
};

type Act = 'read' | 'page' | 'edit' | 'issuance' | 'report' | 'session';
type Part = { issuer: number; acts: readonly Act[]; pages: readonly string[]; reads: readonly string[] };

const query = (id: Parameters<typeof endpointOf>[0], text = '') =>
  `/api/upstream${endpointOf(id).path}${text}`;
const inside = (issuer: number) => ({
  pages: [
    `/issuers/${issuer}`,
    `/issuers/${issuer}/cap-table`,
    `/issuers/${issuer}/holders`,
    `/issuers/${issuer}/ownership`,
  ],
  reads: [
    query('GetTransferAgentIssuers'),
    query('GetIssuerSecurityTypes', `?CustomerIssuerId=${issuer}`),
    query('GetShareholderCapTable', `?CustomerIssuerId=${issuer}&Start=0&NumberOfRows=100`),
    query('GetIssuerBalance', `?CustomerIssuerId=${issuer}`),
  ],
});
const agent = [1001, 1004].map((issuer) => inside(issuer));

const parts: Record<(typeof cast)[number][1], Part> = {
  'ta-operator': {
    issuer: 1001,
    acts: ['read', 'read', 'edit', 'edit', 'issuance', 'issuance', 'page', 'report', 'session'],
    pages: agent.flatMap(({ pages }) => pages),
    reads: agent.flatMap(({ reads }) => reads),
  },
  'ta-admin': {
    issuer: 1001,
    acts: ['read', 'edit', 'issuance', 'page', 'report', 'session'],
    pages: [...agent.flatMap(({ pages }) => pages), '/admin/audit'],
    reads: agent.flatMap(({ reads }) => reads),
  },
  'issuer-officer': { issuer: 1001, acts: ['read', 'read', 'page', 'report', 'session'], ...inside(1001) },
  'issuer-viewer': { issuer: 1001, acts: ['read', 'read', 'page', 'session'], ...inside(1001) },
  downloader: {
    issuer: 1004,
    acts: ['read', 'report', 'report', 'session'],
    pages: ['/get'],
    reads: [query('GetTransferAgentIssuers'), query('GetIssuerSecurityTypes', '?CustomerIssuerId=1004')],
  },
};

/** Errors that mean that the registry fails or the user sends too much. */
const isFailing =
  /^(upstream_(failed|unreadable|unavailable|busy|timeout|refused)|rate_limited|not_ready|lost)$/;

export type SimulatedUser = { browser: Browser; act: (what: Act) => Promise<void>; acts: readonly Act[] };

export function openUser(
  stage: Stage,
  [email, role]: (typeof cast)[number],
  chance: Chance,
  diary: Diary,
): SimulatedUser {
  const browser = openBrowser(stage.url, email, password);
  const part = parts[role];
  let serial = 0;

  /** A careful user does not change an account again before the outcome of the last change is known. */
  const form = async (kind: Form['kind']) => {
    const open = diary.forms.find((one) => one.person === email && one.kind === kind && one.open !== null);
    if (open) return readBack(browser, open);
    serial += 1;
    const marker = `SOAK ${kind} ${email.split('@')[0]} ${serial}`.replaceAll(' ', '-').toUpperCase();
    const made: Form = { marker, kind, person: email, reported: [], open: null, outcome: null };
    diary.forms.push(made);
    return sendForm(browser, made);
  };

  const deeds: Record<Act, () => Promise<string | null>> = {
    async read() {
      const path = chance.pick(part.reads);
      const { status, code, text } = await browser.request(path);
      if (status === 200) return text.length > 1 ? null : `${path} is empty`;
      return isFailing.test(code) ? null : `${path} was answered ${status} ${code}`;
    },
    async page() {
      const path = chance.pick(part.pages);
      const { status, code, text } = await browser.page(path);
      if (status === 200 && text.includes('</html>') && !text.includes('This page could not be shown'))
        return null;
      return code === 'lost' && status === 0 ? `${path} broke off` : `${path} was answered ${status}`;
    },
    edit: () => form('edit'),
    issuance: () => form('issuance'),
    report: () => report(browser, part.issuer, chance.next() < 0.5),
    async session() {
      if (!(await browser.signOut())) return `${email}: a cookie lives on after sign-out`;
      return (await browser.signIn()) ? null : `${email} could not sign in`;
    },
  };
  return {
    browser,
    acts: part.acts,
    async act(what) {
      const wrong = await deeds[what]().catch((error: Error) => `${what}: ${error.message}`);
      diary.done.set(what, (diary.done.get(what) ?? 0) + 1);
      if (wrong) diary.wrong.push(wrong);
    },
  };
}

const ends = { pdf: ['%PDF-', '%%EOF'], xlsx: ['PK\u0003\u0004', 'PK\u0005\u0006'] } as const;

/** A file that ends cleanly must be complete. */
async function report(browser: Browser, issuer: number, isPDF: boolean): Promise<string | null> {
  const requested = await browser.request(query('GenerateShareholderList'), {
    customerIssuerId: issuer,
    certificateInfoStatus: 'All',
    restrictionStatus: 'All',
    addressStatus: 'All',
    isPDF,
  });
  if (requested.status !== 200)
    return isFailing.test(requested.code)
      ? null
      : `a report was answered ${requested.status} ${requested.code}`;
  const file = await browser.take(String(requested.body.downloadUrl));
  if (!('bytes' in file))
    return isFailing.test(file.code) ? null : `a file was answered ${file.status} ${file.code}`;
  const [head, tail] = ends[isPDF ? 'pdf' : 'xlsx'];
  const { bytes, digest } = file;
  const whole =
    bytes.subarray(0, head.length).toString('latin1') === head &&
    bytes.subarray(-64).toString('latin1').includes(tail);
  const same = digest === null || digest === createHash('sha256').update(bytes).digest('base64');
  return whole && same ? null : `a file of ${bytes.length} bytes looks whole and is not`;
}

/** Works until `over`, one action after another with short pauses. */
export async function work(user: SimulatedUser, chance: Chance, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await user.act(chance.pick(user.acts));
    await pause(50 + chance.below(350));
  }
}
