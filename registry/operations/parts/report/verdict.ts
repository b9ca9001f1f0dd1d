import type { PoolClient } from 'pg';
import { todayIn } from '#lib/format/today';
import { depositoryText } from '#lib/proof/depository/facts';
import { type Verdict, verdictOf } from '#lib/proof/verdict';
import { registerMemory } from '#registry/queries/memory';
import { proofFacts } from '#registry/queries/proof/proof-facts';
import type { OrderFor, ReportId } from './order.ts';

/**
 * The verdict on an issuer's books at the close of a report's last day, read anew in the report's snapshot. Every
 * file that says whether books are in proof says it by this.
 */
export async function verdictFor(
  client: PoolClient,
  { cutoff, generatedAt, timeZone }: Pick<OrderFor<ReportId>, 'cutoff' | 'generatedAt' | 'timeZone'>,
  issuer: { id: bigint; version: bigint },
): Promise<Verdict> {
  return (await verdictAndDepository(client, { cutoff, generatedAt, timeZone }, issuer)).verdict;
}

/** The sentence of that verdict. */
export async function verdictSentence(...asked: Parameters<typeof verdictFor>): Promise<string> {
  return (await verdictFor(...asked)).sentence;
}

/** The verdict, with what is said of the depository's position; null where no nominee holds shares. */
export async function verdictAndDepository(
  client: PoolClient,
  { cutoff, generatedAt, timeZone }: Pick<OrderFor<ReportId>, 'cutoff' | 'generatedAt' | 'timeZone'>,
  issuer: { id: bigint; version: bigint },
): Promise<{ verdict: Verdict; depository: string | null }> {
  const today = todayIn(timeZone, new Date(generatedAt));
  const facts = await proofFacts(client, { issuer, day: cutoff, today, memory: registerMemory() });
  return {
    verdict: verdictOf({ date: cutoff, facts }),
    depository: depositoryText(facts.depository, cutoff),
  };
}
