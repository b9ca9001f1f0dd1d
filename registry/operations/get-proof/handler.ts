import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { depositoryMark } from '#registry/queries/depository/files';
import { proofFacts } from '#registry/queries/proof/proof-facts';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday, issuerInScope } from '../parts/request/scope.ts';
import { shownPosition } from '../parts/response/depository.ts';

/** The figures of one reading are used for all requests of this time, unless one asks for a new reading. */
const keptMs = 60_000;

/** The sources of an issuer's books side by side; the caller compares them. */
export async function getProof(
  ctx: Context,
  input: RequestFor<'GetProof'>,
): Promise<ExactResponseFor<'GetProof'>> {
  const day = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    checkBooksFrom(issuer, 'cutoff', day);
    const now = ctx.clock.now();
    const read = async () => ({
      facts: await proofFacts(db, { issuer, day, today: ctx.clock.today(), memory: ctx.memory }),
      readAt: now.toISOString(),
    });
    // The version alone is no key: a change made past the ledger does not raise it.
    const minute = Math.floor(now.getTime() / keptMs);
    const { facts, readAt } = input.isFresh
      ? await read()
      : await ctx.memory.proofs.get(
          `${issuer.id} ${day} ${minute} ${await depositoryMark(db, issuer.id)}`,
          issuer.version,
          read,
        );
    const { depository } = facts;
    return {
      asOfDate: facts.date,
      readAt,
      version: issuer.version,
      classes: facts.classes.map(({ className, ...figures }) => ({ security: className, ...figures })),
      openRecordDifferences: facts.differences.map(({ className, ...one }) => ({
        security: className,
        ...one,
      })),
      recordDateLists: facts.lists.map(({ className, ...one }) => ({ security: className, ...one })),
      plans: facts.plans.map(({ className, ...one }) => ({ security: className, ...one })),
      unposted: facts.unposted.map(({ number, ...dates }) => ({ transactionId: BigInt(number), ...dates })),
      transactions: facts.transactions,
      depository: depository && {
        file: depository.file && {
          positionFileId: depository.file.id,
          asOf: depository.file.asOf,
          sequence: depository.file.sequence,
          importedAt: depository.file.importedAt,
        },
        hasNominee: depository.hasNominee,
        positions: depository.positions.map(shownPosition),
      },
    };
  });
}
