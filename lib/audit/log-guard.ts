import 'server-only';
import { format } from 'node:util';
import { maskInText } from '../access/mask.ts';
import { authSecrets, env } from '../env.ts';

const hidden = '(hidden)';
const mail = /[^\s<>"',;:()\\]+(?:@|%40)[^\s<>"',;:()\\]+\.[^\s<>"',;:()\\]+/g;
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
/** `accessCode=…`, `"password":"…"`, `cookie: …`, whatever goes before and after. */
const secretPair =
  /((?:access_?code|file_?code|download_?(?:url|link)|pass(?:word|wd)?|secret|token|csrf|cookie|authorization|api_?key|otp|recovery_?code)\w*\\*["']?\s*[:=]\s*\\*["']?)[^\s"',;&}\\]+/gi;
// A backslash is never taken along: before a quote it belongs to the line, which has to stay JSON.
const reportLink = /[^\s"'\\]*\/(?:downloadreport|generatetransactiondetails)\/[^\s"'\\]*/gi;
/** What follows the path of an address may name holders or carry codes. */
const query = /(https?:\/\/[^\s"'?#\\]+)[?#][^\s"'\\]*/gi;
/** Random text of session ids, tokens and keys: long, of mixed case and digits. Run ids and request ids are shorter. */
const random = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}(?![\w-])/g;
const tax =
  /("?\b(?:primary|secondary)?(?:tax_?id|ssn|ein|sin)(?:number)?\\*"?\s*[:=]\s*\\*"?)([\d][\d -]{6,10})/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of terminals
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?/g;

/** Backslash and a letter for the line signs, a question mark for every other sign that is not printed. */
const inert = (sign: string) => (sign === '\n' ? '\\n' : sign === '\r' ? '\\r' : sign === '\t' ? ' ' : '?');

/**
 * A log line as it may be written: one line, no terminal escapes, and in it no tax id, e-mail address, token, password,
 * cookie, access code or address of a file (assurance S-15, B-110). `secrets` are texts never to be written at all.
 */
export function forLog(text: string, secrets: readonly string[] = []): string {
  let line = text;
  for (const secret of secrets) line = line.replaceAll(secret, hidden);
  line = line
    .replace(escapes, '')
    .replace(/\p{Cc}|\p{Cs}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, inert)
    .replace(reportLink, hidden)
    .replace(query, `$1?${hidden}`)
    .replace(bearer, `$1 ${hidden}`)
    .replace(secretPair, `$1${hidden}`)
    .replace(random, hidden)
    .replace(mail, hidden)
    .replace(tax, (_whole, before) => `${before}${hidden}`);
  return maskInText(line);
}

/** The forms in which a secret may turn up: as it is, and as addresses and headers carry it. */
function formsOf(secret: string): string[] {
  if (secret.length < 6) return [];
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const base64url = Buffer.from(secret).toString('base64url');
  const query = encodeURIComponent(secret);
  const strict = query.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...new Set([secret, query, strict, JSON.stringify(secret).slice(1, -1), base64, base64url])];
}

const kinds = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

type Console = Record<(typeof kinds)[number], (...parts: unknown[]) => void>;

/**
 * Puts `forLog`, and then `shape`, before everything this process writes through `target`, libraries included; once per
 * process.
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
  const { registry, oidc, metricsToken, databaseUrl } = env();
  const { client, reader } = registry;
  const password = databaseUrl && URL.canParse(databaseUrl) ? new URL(databaseUrl).password : '';
  const all = [client.secret, reader?.secret, oidc?.clientSecret, metricsToken, ...authSecrets(), password];
  return all.filter((secret): secret is string => Boolean(secret));
}
