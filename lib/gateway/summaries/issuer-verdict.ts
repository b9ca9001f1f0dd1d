import 'server-only';
import { can } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { exact } from '#lib/format/exact-shares';
import type { FileFacts } from '#lib/proof/file-comparisons';
import { factsOf, type ProofFacts } from '#lib/proof/proof-facts';
import { type Missing, type Verdict, verdictOf } from '#lib/proof/verdict';
import { hasOperation } from '../agent-operations.ts';
import { authorizeRead } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { performRead } from '../perform.ts';
import { readControlBookFile } from './control-book-file.ts';

type Asked = {
  issuer: number;
  day: string;
  requestId: string;
  /** Asked again after the registry was still reading: the result of that reading is meant. */
  isAgain: boolean;
};

export type IssuerVerdict = {
  verdict: Verdict;
  /** The books were read, by the registry's operation or from the control-book file. */
  isRead: boolean;
  /** Version of the books; null where the registry gives none. */
  version: string | null;
  readAt: string;
};

type Read = { facts: ProofFacts | FileFacts | readonly Missing[]; version: string | null };

/** Books that could not be read, and why. */
export const withoutBooks = (reason: string): readonly Missing[] => [
  { source: 'The control book with its record differences', reason },
];

/**
 * The verdict on an issuer's books as of a day, read now: by the registry's operation, else from its control-book file.
 * Throws ApiError where the registry does not answer.
 */
export async function readIssuerVerdict(
  context: GatewayContext,
  user: User,
  asked: Asked,
): Promise<IssuerVerdict> {
  const { facts, version } = await readFacts(context, user, asked);
  return {
    verdict: verdictOf({ date: asked.day, facts }),
    isRead: 'classes' in facts,
    version,
    readAt: new Date().toISOString(),
  };
}

async function readFacts(
  context: GatewayContext,
  user: User,
  { issuer, day, requestId, isAgain }: Asked,
): Promise<Read> {
  const without = (reason: string): Read => ({ facts: withoutBooks(reason), version: null });
  if (can(user, 'GetProof', issuer) && (await hasOperation('GetProof', context))) {
    const input = authorizeRead(user, 'GetProof', {
      customerIssuerId: issuer,
      cutoff: day,
      ...(isAgain ? {} : { isFresh: true }),
    });
    const response = await performRead(context, user, 'GetProof', input, { requestId });
    const facts = factsOf(response);
    if (!facts) return without('could not be read: the answer has another form');
    const { version } = response as { version?: unknown };
    return { facts, version: exact(version)?.toString() ?? null };
  }
  if (!can(user, 'GenerateControlBook', issuer)) return without('is not included in your role');
  const read = await readControlBookFile(context, user, issuer, day, { requestId });
  if ('reason' in read) return without(read.reason);
  return { facts: { ...read.file, answers: read.answers, date: day }, version: null };
}
