import type { PoolClient } from 'pg';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { isSettled } from '#lib/proof/depository/match';
import { badField, HttpError } from '#registry/http/http-error';
import { classesOf } from '#registry/queries/classes';
import { positionFacts } from '#registry/queries/depository/facts';
import { brokenSince, type ClassMatch, classMatches } from '#registry/queries/depository/matches';
import type { Question } from '#registry/queries/depository/movements';
import type { Context } from '../parts/context.ts';
import { nameOf } from '../parts/registers/step.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';
import { shownPosition } from '../parts/response/depository.ts';
import { positionFileById } from '../parts/response/position-file.ts';

/** Stores how the actor explains a break. A transaction that moves nothing for the nominee explains nothing: 400. */
export async function explainPositionBreak(
  ctx: Context,
  input: RequestFor<'ExplainPositionBreak'>,
): Promise<ExactResponseFor<'ExplainPositionBreak'>> {
  return writing(ctx, 'ExplainPositionBreak', input, {}, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const file = await positionFileById(tx, input.positionFileId);
    const classId = BigInt(input.securityTypeId);
    const question = { file, issuerIds: [issuer.id] };
    const ofClass = async () => (await classMatches(tx, question)).find((one) => one.classId === classId);
    const before = await ofClass();
    if (!before) throw badField('securityTypeId', 'must be a class of the issuer that the file is about');
    if (isSettled(before.result) && !before.explanation)
      throw new HttpError(409, 'The class has no break in this file.');
    if ((before.explanation?.number ?? 0) !== input.number)
      throw new HttpError(
        409,
        'The break was explained since you loaded it. Nothing was done. Load it again.',
      );
    const txnIds = await transactionIds(tx, issuer.id, input.transactionIds);
    await tx.query(
      `insert into depository_explanation (issuer_id, class_id, file_id, number, note, transactions, by_email, by_name, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[issuer.id, classId, file.id, input.number + 1, input.note, txnIds.join(' ')],
        ...[input.actor.email, nameOf(input.actor), ctx.clock.now().toISOString()],
      ],
    );
    const after = await ofClass();
    if (!after) throw new Error('The class is no longer in the file.');
    needCounted(after, txnIds.length);
    const names = await classesOf(tx, issuer.id, file.as_of);
    return shown(tx, question, after, names.find(({ id }) => id === classId)?.name ?? '');
  });
}

/** Numbers as the journal shows them: the customer's, else the registry's own. */
async function transactionIds(
  tx: PoolClient,
  issuerId: bigint,
  numbers: readonly number[],
): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (const [index, number] of numbers.entries()) {
    const { rows } = await tx.query<{ id: bigint }>(
      `select id from txn where issuer_id = $1 and coalesce(customer_id, id) = $2`,
      [issuerId, number],
    );
    const id = rows[0]?.id;
    if (id === undefined)
      throw badField(`transactionIds[${index}]`, `${number} is no transaction of the issuer`);
    if (ids.includes(id)) throw badField(`transactionIds[${index}]`, `${number} is named twice`);
    ids.push(id);
  }
  return ids;
}

function needCounted({ explanation }: ClassMatch, given: number): void {
  if ((explanation?.transactions.length ?? 0) === given) return;
  throw badField(
    'transactionIds',
    'must each move shares of the nominee in this class, and not be counted in the match already',
  );
}

async function shown(tx: PoolClient, question: Question, match: ClassMatch, name: string) {
  const since = await brokenSince(tx, question, [match]);
  return shownPosition(positionFacts(match, name, since));
}
