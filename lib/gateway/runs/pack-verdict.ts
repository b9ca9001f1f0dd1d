import 'server-only';
import { can } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import { factsOf, type ProofFacts } from '#lib/proof/facts';
import type { FileFacts } from '#lib/proof/file-comparisons';
import { type Missing, verdictOf } from '#lib/proof/verdict';
import type { PackVerdict } from '#lib/runs/batch-rows';
import { hasOperation } from '../agent-operations.ts';
import { authorizeRead } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { performRead } from '../perform.ts';
import { readControlBookFile } from '../summaries/control-book-file.ts';

type Asked = { issuer: number; day: string; requestId: string };

/**
 * What the books of an issuer say as of a day, read now: by the registry's operation, else from its control-book file.
 * Books that cannot be read are not provable, never an error.
 */
export async function packVerdict(
  /** Repeats a reading that a rate limit refused. */
  patient: <T>(go: () => Promise<T>) => Promise<T>,
  board: GatewayContext,
  user: User,
  asked: Asked,
): Promise<PackVerdict> {
  const facts = await patient(() => readFacts(board, user, asked)).catch((error: unknown) =>
    without(`could not be read: ${isApiError(error) ? error.message.replace(/\.$/, '') : 'an error'}`),
  );
  const { kind, sentence } = verdictOf({ date: asked.day, facts });
  return { kind, sentence, readAt: new Date().toISOString() };
}

const without = (reason: string): readonly Missing[] => [
  { source: 'The control book with its record differences', reason },
];

async function readFacts(
  board: GatewayContext,
  user: User,
  { issuer, day, requestId }: Asked,
): Promise<ProofFacts | FileFacts | readonly Missing[]> {
  if (can(user, 'GetProof', issuer) && (await hasOperation('GetProof', board))) {
    const input = authorizeRead(user, 'GetProof', { customerIssuerId: issuer, cutoff: day, isFresh: true });
    const facts = factsOf(await performRead(board, user, 'GetProof', input, { requestId }));
    return facts ?? without('could not be read: the answer has another form');
  }
  if (!can(user, 'GenerateControlBook', issuer)) return without('is not included in your role');
  const read = await readControlBookFile(board, user, issuer, day, { requestId });
  return 'reason' in read ? without(read.reason) : { ...read.file, answers: read.answers, date: day };
}
