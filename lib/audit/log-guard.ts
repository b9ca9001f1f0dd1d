// Removes secrets, tax IDs, addresses and control characters from log lines.

import { format } from 'node:util';
import { holdsMail, maskInText } from '../access/mask.ts';
import { authSecrets, checkpointKeyIfAny, env } from '../env.ts';

const hidden = '(hidden)';
/** Characters of a text that are logged; a longer text is cut. */
export const lineMax = 16_384;
/** The end of a cut text is dropped too: a secret cut in half there would not be recognized. */
const cutMargin = 1024;

// Patterns without a fixed start are matched against whole words, so that each word is read once.
const mailPattern = /[^\s<>"',;:()\\]+/g;
// Excludes backslashes: before a quote they belong to the line, which must stay valid JSON.
const addressPattern = /[^\s"'\\]+/g;
const randomPattern = /[\w-]+/g;
const reportPath = /\/(?:downloadreport|generatetransactiondetails)\//i;
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
/** A name before a value that must not be logged: `accessCode=…`, `"password":"…"`, `cookie: …`. */
const secretName =
  /access_?code|file_?code|download_?(?:url|link)|pass(?:word|wd)?|secret|token|csrf|cookie|authorization|api_?key|otp|recovery_?code/i;
const secretValue = /(\\*["']?\s*[:=]\s*\\*["']?)[^\s"',;&}\\]+/y;
const taxName = /^(?:primary|secondary)?(?:tax_?id|ssn|ein|sin)(?:number)?$/i;
const taxValue = /(\\*"?\s*[:=]\s*\\*"?)\d[\d -]{6,10}/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of terminals
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?/g;

/** Line breaks become a backslash and a letter; other unprintable characters become a question mark. */
const inert = (sign: string) => (sign === '\n' ? '\\n' : sign === '\r' ? '\\r' : sign === '\t' ? ' ' : '?');

/**
 * A report address is hidden completely. Of other addresses, everything after the path is hidden: it may name
 * holders or carry codes.
 */
function withoutAddress(word: string): string {
  if (reportPath.test(word)) return hidden;
  const from = word.search(/https?:\/\/[^?#]/i);
  const path = from < 0 ? -1 : word.slice(from).search(/[?#]/);
  return path < 0 ? word : `${word.slice(0, from + path)}?${hidden}`;
}

/**
 * Hides the value after a word that matches `name`. `value` is sticky, and its group is what stays before the
 * value.
 */
function withoutValues(line: string, name: RegExp, value: RegExp): string {
  const retained: string[] = [];
  let from = 0;
  for (const { 0: word, index } of line.matchAll(/\w+/g)) {
    if (index < from || !name.test(word)) continue;
    const end = index + word.length;
    value.lastIndex = end;
    const between = value.exec(line)?.[1];
    if (between === undefined) continue;
    retained.push(line.slice(from, end), between, hidden);
    from = value.lastIndex;
  }
  return retained.join('') + line.slice(from);
}

/** Session IDs, tokens and keys: long, with mixed case and digits. Run IDs and request IDs are shorter. */
const isRandom = (word: string): boolean =>
  word.length >= 32 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);

/**
 * Makes a text safe to log: one line, no terminal escapes, and no tax ID, e-mail address, token, password,
 * cookie, access code or file link. `secrets` are texts that must never be logged. A text of more than
 * `lineMax` characters is cut; its end says how many are missing.
 */
export function forLog(text: string, secrets: readonly string[] = []): string {
  const cut = text.length > lineMax;
  let line = cut ? text.slice(0, lineMax + cutMargin) : text;
  for (const secret of secrets) line = line.replaceAll(secret, hidden);
  line = line
    .replace(escapes, '')
    .replace(/\p{Cc}|\p{Cs}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, inert)
    .replace(addressPattern, withoutAddress)
    .replace(bearer, `$1 ${hidden}`);
  line = withoutValues(line, secretName, secretValue)
    .replace(randomPattern, (word) => (isRandom(word) ? hidden : word))
    .replace(mailPattern, (word) => (holdsMail(word) ? hidden : word));
  line = maskInText(withoutValues(line, taxName, taxValue));
  return cut ? `${line.slice(0, -cutMargin).toWellFormed()}… (cut, ${text.length} characters in all)` : line;
}

/** The forms in which a secret may appear: plain, and as encoded in addresses and headers. */
function formsOf(secret: string): string[] {
  if (secret.length < 6) return [];
  const base64 = Buffer.from(secret).toString('base64').replaceAll('=', '');
  const base64url = Buffer.from(secret).toString('base64url');
  const query = encodeURIComponent(secret);
  const strict = query.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...new Set([secret, query, strict, JSON.stringify(secret).slice(1, -1), base64, base64url])];
}

const kinds = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

type Console = Record<(typeof kinds)[number], (...parts: unknown[]) => void>;

/**
 * Applies `forLog`, then `shape`, to everything this process writes through `target`, libraries included. Once
 * per process.
 */
export function guardLogs(
  secrets: readonly string[],
  target: Console = console,
  shape: (kind: string, line: string) => string = (_kind, line) => line,
): void {
  const never = secrets.flatMap(formsOf);
  for (const kind of kinds) {
    const write = target[kind].bind(target);
    target[kind] = (...parts) => write(shape(kind, forLog(format(...parts), never)));
  }
}

/** Every secret this process was given. */
export function secretsHere(): string[] {
  const { registry, oidc, metricsToken, databaseUrl, databaseOwnerUrl } = env();
  const { client, reader } = registry;
  const passwords = [databaseUrl, databaseOwnerUrl].map((url) =>
    url && URL.canParse(url) ? new URL(url).password : '',
  );
  const all = [
    client.secret,
    reader?.secret,
    oidc?.clientSecret,
    metricsToken,
    ...authSecrets(),
    ...passwords,
    checkpointKeyIfAny(),
  ];
  return all.filter((secret): secret is string => Boolean(secret));
}
