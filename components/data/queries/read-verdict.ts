// Reads the sources of an issuer's books and gives the verdict on them.

import type { Clock } from '#components/ui/clock';
import { controlBookFile } from '#lib/api/control-book';
import { ApiError, isApiError } from '#lib/api/error';
import type { SendRequest } from '#lib/api/send-request';
import { untilRead } from '#lib/api/until-read';
import { exact } from '#lib/format/exact-shares';
import type { FileFacts } from '#lib/proof/file-comparisons';
import { factsOf, type ProofFacts } from '#lib/proof/proof-facts';
import { type Missing, type Verdict, verdictOf } from '#lib/proof/verdict';
import { asComparisons } from '#lib/register/check-comparisons';
import type { Check } from '#lib/register/checks';

type Question = {
  issuer: number;
  day: string;
  /** For the time of reading. */
  clock: Clock;
  /** The registry has GetProof and the user may call it; else the control book is read from its report file. */
  isOffered: boolean;
  /** Read anew, not from a reading of the last minute. */
  isFresh?: boolean;
  /** Comparisons of answers of the interface: all there is where the sources are not offered. */
  checks?: readonly Check[];
  signal?: AbortSignal;
};

const source = 'The control book with its record differences';

/** What a verdict is made from: the sources of the books, or why they could not be read. */
export type Books = {
  facts: ProofFacts | FileFacts | readonly Missing[];
  readAt: string | null;
  /** Version of the books, where the registry gives one. */
  version: string | null;
};

/** The sources of an issuer's books on a day. One that cannot be read is named, and never an error. */
export async function readBooks(
  request: SendRequest,
  { issuer, day, clock, isOffered, isFresh = false, signal }: Question,
): Promise<Books> {
  const without = (reason: string, error?: ApiError): Books => ({
    facts: [{ source, reason, error }],
    readAt: null,
    version: null,
  });
  try {
    if (!isOffered) {
      const read = await controlBookFile({ issuer, day, isFresh }, signal);
      return 'reason' in read
        ? without(read.reason)
        : { ...read, readAt: clock.time(Date.parse(read.readAt)), version: null };
    }
    const response = await untilRead(
      (isAgain) =>
        request('GetProof', {
          customerIssuerId: issuer,
          cutoff: day,
          // Asked again, the result of the same reading is meant.
          ...(isFresh && !isAgain ? { isFresh } : {}),
        }),
      signal,
    );
    const facts = factsOf(response);
    if (!facts) throw new ApiError('upstream_unreadable');
    return {
      facts,
      readAt: clock.time(Date.parse(String(response.readAt))),
      version: exact(response.version)?.toString() ?? null,
    };
  } catch (error) {
    if (isApiError(error)) return without(`could not be read: ${error.message.replace(/\.$/, '')}`, error);
    throw error;
  }
}

/** The verdict on an issuer's books on a day. */
export async function readVerdict(request: SendRequest, question: Question): Promise<Verdict> {
  const others = asComparisons(question.checks ?? []);
  return verdictOf({ ...(await readBooks(request, question)), date: question.day, others });
}
