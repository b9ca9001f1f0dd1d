// Canary values of secrets, and the search for them in every encoding.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Characters that every encoding writes differently, so that a match identifies its encoding.
const canary = (word: string) => `${word}-Zq7x"/+é=kAnArY-${word.length}-${'v9Jw3'.repeat(3)}`;

/** Server secrets: one value per variable, in none of its files. */
export const secrets = {
  sessionKey: `${canary('cookie')}-and-long-enough`,
  formerKey: `${canary('former')}-and-long-enough`,
  metricsToken: 'metrics-Zq7x/+=kAnArY-v9Jw3v9Jw3',
  clientSecret: canary('writer'),
  readerSecret: canary('reader'),
  providerSecret: canary('provider'),
  mailPassword: canary('mail'),
  storePassword: canary('store'),
  booksPassword: canary('books'),
  // 32 bytes in base64url, as a key must be.
  sealKey: 'Zq7xkAnArYv9Jw3sealv9Jw3keyv9Jw3Zq7xkAnArY4',
  stray: canary('stray'),
} as const;

/** The variables, with canaries in all secret ones; client IDs count as secret in what a browser receives. */
export const planted = {
  NEXTAUTH_SECRET: secrets.sessionKey,
  NEXTAUTH_SECRET_PREVIOUS: secrets.formerKey,
  METRICS_TOKEN: secrets.metricsToken,
  REGISTRY_CLIENT_ID: 'writer-id-kAnArY-5Tg8',
  REGISTRY_CLIENT_SECRET: secrets.clientSecret,
  REGISTRY_READER_CLIENT_ID: 'reader-id-kAnArY-2Wd4',
  REGISTRY_READER_CLIENT_SECRET: secrets.readerSecret,
  OIDC_CLIENT_SECRET: secrets.providerSecret,
  AUDIT_SEAL_KEY: secrets.sealKey,
  SMTP_URL: `smtp://notices:${encodeURIComponent(secrets.mailPassword)}@127.0.0.1:9`,
  MAIL_FROM: 'notices-kAnArY-7Hs2@agent.example',
  // A variable nobody reads: found if the environment is dumped.
  SOMEBODY_ELSES_SECRET: secrets.stray,
} as const;

/** A secret as base64 inside longer text: the characters that do not depend on what is before and after it. */
function base64Cores(secret: string, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const first = Math.ceil((before * 8) / 6);
    return bytes.toString(encoding).slice(first, Math.floor((bytes.length * 8) / 6));
  });
}

/** Every encoding in which a secret may leak, by name. */
export function spellings(secret: string): [name: string, text: string][] {
  const hex = Buffer.from(secret).toString('hex');
  const all: [string, string][] = [
    ['raw', secret],
    ['latin1', Buffer.from(secret).toString('latin1')],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['URL', encodeURIComponent(secret)],
    ['form', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['reversed', [...secret].reverse().join('')],
    ...base64Cores(secret, 'base64').map((text): [string, string] => ['base64', text]),
    ...base64Cores(secret, 'base64url').map((text): [string, string] => ['base64url', text]),
  ];
  return all;
}

/** Searches a text for secrets; returns which, and in which encoding. */
export function finder(hidden: Readonly<Record<string, string>>) {
  const needles = Object.entries(hidden).flatMap(([name, secret]) =>
    spellings(secret).map(([how, text]) => ({ name, how, text })),
  );
  // The body may hold UTF-8 decoded as Latin-1, or decoded properly.
  return (text: string): string[] =>
    needles.filter(({ text: needle }) => text.includes(needle)).map(({ name, how }) => `${name} (${how})`);
}

/** Contents of all files below a folder, decoded as Latin-1, by path. */
export function filesBelow(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path, 'latin1')];
    });
}
