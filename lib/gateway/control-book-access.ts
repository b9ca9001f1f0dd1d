// Route handler of the control book that is read from a report file; caches the readings.

import 'server-only';
import { coversIssuer } from '../access/decide.ts';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { jsonText } from '../api/respond.ts';
import { writeJson } from '../contract/wire/index.ts';
import { answerUser } from './answer-user.ts';
import { authorizeOperation } from './authorize.ts';
import type { GatewayContext } from './gateway-context.ts';
import { readIssuerAndDay } from './request.ts';
import { type ControlBookRead, readControlBookFile } from './summaries/control-book-file.ts';

/** A reading is shown for this long: the day goes on, but nobody looks every second. A past day changes rarely. */
const keepMs = { today: 10 * 60_000, past: 24 * 60 * 60_000 };
const keptMax = 500;
/** Files in the making at the same time, for all users: each is a report of the registry. */
const atOnceMax = 6;

type Kept = { untilMs: number; read: Promise<ControlBookRead> };

/** Readings of control-book files of one registry, shared by users with the same issuers. */
export type BookReadings = {
  read(
    key: string,
    about: { isPast: boolean; isFresh: boolean },
    go: () => Promise<ControlBookRead>,
  ): Promise<ControlBookRead>;
};

export function openBookReadings(now: () => number = Date.now): BookReadings {
  const kept = new Map<string, Kept>();
  let running = 0;
  return {
    read(key, { isPast, isFresh }, go) {
      const known = kept.get(key);
      if (known && !isFresh && now() < known.untilMs) return known.read;
      if (running >= atOnceMax) return Promise.reject(new ApiError('rate_limited', { retryAfter: 2 }));
      running += 1;
      const read = go().finally(() => {
        running -= 1;
      });
      const one = { untilMs: now() + (isPast ? keepMs.past : keepMs.today), read };
      kept.delete(key);
      kept.set(key, one);
      const forget = () => {
        if (kept.get(key) === one) kept.delete(key);
      };
      // What could not be read is asked again the next time.
      read.then((result) => 'reason' in result && forget(), forget);
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMax) break;
        kept.delete(oldest);
      }
      return read;
    },
  };
}

const readings = new WeakMap<object, BookReadings>();

function readingsOf({ upstream }: GatewayContext): BookReadings {
  const known = readings.get(upstream) ?? openBookReadings();
  readings.set(upstream, known);
  return known;
}

type Asked = { issuer: number; day: string; isFresh: boolean };

/**
 * GET /api/control-book?issuer=&day=: the control book of a day from its report file, for registries that offer it in
 * no other way. Who may not create the report may not read it here. Never throws.
 */
export function handleControlBook(
  request: Request,
  context: GatewayContext,
  today: string,
): Promise<Response> {
  return answerUser(request, context, { action: 'read', endpoint: 'GenerateControlBook' }, async (asked) => {
    const { user, requestId, tell } = asked;
    authorizeOperation(user, 'GenerateControlBook');
    const search = new URL(request.url).searchParams;
    const book = { ...readIssuerAndDay(search), isFresh: search.get('fresh') === '1' };
    if (!coversIssuer(user, book.issuer)) throw new ApiError('forbidden');
    tell({ issuer: book.issuer, effectiveDate: book.day });
    const read = await readFor(user, context, book, today, requestId);
    return jsonText(writeJson(read), { requestId, secure: false });
  });
}

async function readFor(
  user: User,
  context: GatewayContext,
  { issuer, day, isFresh }: Asked,
  today: string,
  requestId: string,
): Promise<ControlBookRead> {
  const leave = context.limits.enter(user.id, 'read');
  try {
    // No signal: the reading serves everybody who asks meanwhile.
    const key = JSON.stringify([user.issuers, issuer, day]);
    return await readingsOf(context).read(key, { isPast: day < today, isFresh }, () =>
      readControlBookFile(context, user, issuer, day, { requestId }),
    );
  } finally {
    leave();
  }
}
