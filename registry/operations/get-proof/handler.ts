import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { HttpError } from '#registry/http/http-error';
import { depositoryMark } from '#registry/queries/depository/files';
import { proofFacts } from '#registry/queries/proof/proof-facts';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday, issuerInScope } from '../parts/request/scope.ts';
import { shownPosition } from '../parts/response/depository.ts';

/** A reading of a large register takes minutes. The caller asks again, and gets the result of the same reading. */
const waitMs = 10_000;

/**
 * The sources of an issuer's books side by side; the caller compares them. A reading is used for all requests of a minute,
 * unless one asks for a new one; requests while it is in progress wait for it. 429 when it takes longer than ten seconds:
 * it goes on, and the same request finds it.
 */
export async function getProof(
  ctx: Context,
  input: RequestFor<'GetProof'>,
): Promise<ExactResponseFor<'GetProof'>> {
  const day = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  const { id, asked, mark } = await inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    checkBooksFrom(issuer, 'cutoff', day);
    return { id: issuer.id, asked: issuer.version, mark: await depositoryMark(db, issuer.id) };
  });
  // In a snapshot of its own, because it may outlive the request.
  const read = () =>
    inSnapshot(ctx.pool, async (db) => {
      const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
      const readAt = ctx.clock.now().toISOString();
      const facts = await proofFacts(db, { issuer, day, today: ctx.clock.today(), memory: ctx.memory });
      return { facts, readAt, version: issuer.version };
    });
  const reading = ctx.memory.proofs.get(`${id} ${day} ${mark}`, asked, input.isFresh === true, read);
  const { facts, readAt, version } = await withinMs(reading, waitMs);
  const { depository } = facts;
  return {
    asOfDate: facts.date,
    readAt,
    version,
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
}

/** The result of a reading; 429 when it is not there in time. */
async function withinMs<T>(reading: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillReading()), ms);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

const stillReading = () =>
  new HttpError(429, 'The books of this issuer are still being read. Ask again.', {
    headers: { 'Retry-After': '2' },
  });
