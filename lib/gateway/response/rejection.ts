import 'server-only';
import { ApiError, type FieldErrors } from '#lib/api/error';
import { readJson } from '#lib/contract/wire/index';
import { isDate } from '#lib/format/dates';
import { booksSentence } from '#lib/reports/first-day';
import type { Explain } from '#lib/upstream/call';
import { addressesOf, maskTaxIds, withoutMail } from './redact-text.ts';

const textMax = 500;
const fieldsMax = 50;
const textsMax = 5;
const fieldName = /^[A-Za-z]\w*(?:\[\d{1,4}\])?(?:\.\w+(?:\[\d{1,4}\])?)*$/;

type Redactions = { contact: boolean; host: string };

/**
 * The texts of our registry for a rejected agent operation. 400: what is not valid. 409 with exactly `message` and
 * `idempotencyId`: recorded before; any other 409 states why it was not done, such as a later version. Texts are
 * redacted as all of the registry, on one line, and cut. Other statuses have their usual error.
 */
export function explainRejection(redactions: Redactions): Explain {
  return ({ status, text }) => {
    if (status !== 400 && status !== 409) return null;
    const body = objectIn(text);
    if (status === 409 && body && isRepeat(body)) return new ApiError('duplicate');
    // It may have been recorded.
    if (status === 409 && typeof body?.message !== 'string') return new ApiError('upstream_unreadable');
    const message = cleaned(body?.message, redactions) || undefined;
    const fields = fieldsIn(body?.errors, redactions);
    return new ApiError(status === 400 ? 'upstream_rejected' : 'upstream_conflict', { message, fields });
  };
}

const books = 'The books of ';

/**
 * The one rejection of a read or report that is passed on from any registry: the day before which the books of an issuer
 * say nothing. Every other text is not shown.
 */
export function explainBooks(redactions: Redactions): Explain {
  return ({ status, text }) => {
    const body = status === 400 ? objectIn(text) : null;
    const message = cleaned(body?.message, redactions);
    const [end, day] = /^ begin on (\d{4}-\d{2}-\d{2})\.$/.exec(message.slice(-21)) ?? [];
    if (!body || !message.startsWith(books) || !end || !day || !isDate(day)) return null;
    const issuer = message.slice(books.length, -end.length);
    return new ApiError('upstream_rejected', {
      message: booksSentence(issuer, day),
      fields: fieldsIn(body.errors, redactions),
    });
  };
}

function objectIn(text: string | null): Record<string, unknown> | null {
  try {
    const body = readJson(text ?? '');
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const isRepeat = (body: Record<string, unknown>) =>
  Object.keys(body).sort().join() === 'idempotencyId,message';

function cleaned(value: unknown, { contact, host }: Redactions): string {
  if (typeof value !== 'string') return '';
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const text = contact ? withoutMail(line) : line;
  if (addressesOf(host).test(text)) return '';
  const masked = maskTaxIds(text, false);
  return masked.length > textMax ? `${masked.slice(0, textMax).toWellFormed()}…` : masked;
}

function fieldsIn(errors: unknown, redactions: Redactions): FieldErrors | undefined {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return undefined;
  const fields = Object.entries(errors).flatMap(([name, texts]): [string, string[]][] => {
    if (name.length > 100 || !fieldName.test(name) || !Array.isArray(texts)) return [];
    const shown = texts.slice(0, textsMax).flatMap((text) => cleaned(text, redactions) || []);
    return shown.length > 0 ? [[name, shown]] : [];
  });
  return fields.length > 0 ? Object.fromEntries(fields.slice(0, fieldsMax)) : undefined;
}
