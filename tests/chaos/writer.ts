// Forms that simulated users send in the soak test, and how their outcome is found.

import { setTimeout as pause } from 'node:timers/promises';
import { holderBody, holderPath, issuanceBody, issuancePath } from '../gateway/writes/write-books.ts';
import type { Browser, TestResponse } from './browser.ts';

/** A form a user filled in: the response to each sending, and the outcome the user finally sees. */
export type Form = {
  marker: string;
  kind: 'edit' | 'issuance';
  person: string;
  reported: string[];
  /** ID of the write while its outcome is unknown. */
  open: string | null;
  outcome: 'recorded' | 'not recorded' | null;
};

const definite = new Set([
  'upstream_unavailable',
  'upstream_busy',
  'upstream_refused',
  'rate_limited',
  'not_ready',
]);
const before = new Set(['upstream_failed', 'upstream_timeout', 'upstream_unreadable']);

/** The holders' names, numbers and addresses, which must not be in any log. */
export const privately = {
  name: 'QUILLFEATHER',
  taxId: '900447713',
  street: '77 Hollyhock Row',
  email: 'ada@quill.example',
};

const registration = (marker: string, account: string) =>
  holderBody({
    customerShareholderId: account,
    name: `ADA ${privately.name}`,
    name2: marker,
    sortName: `${privately.name}, ADA`,
    primaryTaxId: privately.taxId,
    primaryAddress: {
      address1: privately.street,
      address2: marker,
      city: 'Dayton',
      state: 'OH',
      postalCode: '45402',
      country2Code: 'US',
      email: privately.email,
    },
  });

export function bodyOf({ kind, marker, person: user }: Form): Record<string, unknown> {
  const account = kind === 'edit' ? `SOAK-${user.replace(/\W/g, '-')}` : marker;
  const shareholder = registration(marker, account);
  if (kind === 'edit') return { ...shareholder, idempotencyId: marker };
  return issuanceBody({
    certificates: [{ shares: 3, restrictionCode: 'N' }],
    shareholder,
    idempotencyId: marker,
  });
}

/**
 * Sends a form as a patient and careful user does: the same form again after a clear rejection; after a lost
 * response, only checks the outcome. Returns what was wrong with the responses, or null.
 */
export async function sendForm(browser: Browser, form: Form): Promise<string | null> {
  const path = `/api/upstream${form.kind === 'edit' ? holderPath : issuancePath}`;
  for (let times = 0; times < 3 && form.outcome === null && form.open === null; times += 1) {
    const response = await browser.request(path, bodyOf(form));
    const wrong = take(form, response);
    if (wrong) return wrong;
    if (form.open !== null) return readBack(browser, form);
    if (response.status === 401 || response.code === 'step_up_required') await browser.signIn();
    else if (form.outcome === null) await pause(300);
  }
  if (form.outcome === null && form.open === null) form.outcome = 'not recorded';
  return null;
}

function take(form: Form, response: TestResponse): string | null {
  const { status, code, body } = response;
  const unsure = form.reported.includes('lost') || form.reported.includes('outcome_unknown');
  form.reported.push(code);
  if (status === 200) {
    form.outcome = 'recorded';
    return null;
  }
  if (code === 'duplicate') {
    form.outcome = 'recorded';
    return unsure ? null : `${form.marker} was recorded although it was shown as failed: ${form.reported}`;
  }
  if (code === 'outcome_unknown') {
    form.open = String((body.error as { write?: string }).write);
    return null;
  }
  // The register is checked before the write is recorded: a failure there means that nothing was sent.
  if (
    definite.has(code) ||
    before.has(code) ||
    status === 401 ||
    code === 'step_up_required' ||
    code === 'lost'
  )
    return null;
  return `${form.marker} was answered ${status} ${code}`;
}

/** Requests the outcome of an open write, once; `check` looks it up and sends it again if it had no effect. */
export async function readBack(browser: Browser, form: Form): Promise<string | null> {
  const { status, code, body } = await browser.request(`/api/writes/${form.open}`, { action: 'check' });
  if (status === 401) await browser.signIn();
  if (status !== 200)
    return status === 401 || status === 503 || code === 'lost'
      ? null
      : `a look was answered ${status} ${code}`;
  form.reported.push(`${body.state}`);
  if (body.state === 'done') form.outcome = 'recorded';
  else if (body.state === 'refused') form.outcome = 'not recorded';
  else if (body.state === 'intent') await browser.request(`/api/writes/${form.open}`, { action: 'send' });
  if (form.outcome) form.open = null;
  return null;
}
