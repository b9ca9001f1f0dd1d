import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import { addDays } from '#lib/format/dates';
import { HttpError, notFound } from '#registry/http/http-error';
import { logInstruction } from '#registry/items/log-instruction';
import type { HolderTies } from '#registry/ledger/core/known-holders';
import { authorOf, holderInput } from '#registry/ledger/holders/holder-input';
import type { HolderInput } from '#registry/ledger/holders/registration-input';
import type { Instructed } from '#registry/ledger/issuance/instruct-issuance';
import type {
  IssuanceInstruction,
  RequestedCertificate,
} from '#registry/ledger/issuance/issuance-instruction';
import { type IssuanceRequest, issueInBatch } from '#registry/ledger/issuance/issue-in-batch';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { knows, requestOf, settled, usedKey } from '../parts/request/write.ts';
import { lotsOfCertificates } from './lots.ts';

type Body = RequestFor<'CreateNewIssuance'>;

/** Field names in the request for the fields of ledger errors. */
const fields = {
  issuerId: 'customerIssuerId',
  classId: 'securityType',
  effectiveOn: 'effectiveDate',
  acquiredOn: 'effectiveDate',
  receivedOn: 'processDate',
  holderId: 'shareholder.customerShareholderId',
  restriction: 'restrictionCode',
  shares: 'certificates',
  taxLots: 'TaxLots',
};

/**
 * Issues shares, or stores the instruction as Pending: in manual mode, as an item of the work queue, with an effective or process date in the
 * future, or for an issuer that is not active yet. An unknown issuer id creates a new issuer, except for
 * clients bound to issuers: 403.
 */
export async function createNewIssuance(
  ctx: Context,
  input: Body,
): Promise<ExactResponseFor<'CreateNewIssuance'>> {
  const { issuers, clientId } = ctx.caller;
  if (issuers !== 'all' && !issuers.has(BigInt(input.customerIssuerId))) throw noAccess();
  const instruction = instructionOf(ctx, input);
  const mayUse = (ties: HolderTies) => {
    if (!knows(ctx, ties)) throw notFound('The shareholder');
  };
  const request: IssuanceRequest = {
    instruction,
    requested: { clientId, at: instruction.entry.processedAt },
    mayUse: issuers === 'all' ? 'any' : mayUse,
    request: requestOf(ctx, 'CreateNewIssuance', input),
    resultOf: (done) => writeJson(responseOf(done)),
    usedKey: () => usedKey(input.idempotencyId ?? ''),
    noIssuer: noAccess,
    isResponse: (error) => error instanceof HttpError,
    recordPending:
      ctx.issuanceMode === 'manual'
        ? (book, txnId) => logInstruction(book, txnId, clientRequester(ctx, authorOf(input)))
        : undefined,
  };
  return responseOf(await settled(fields, () => issueInBatch(ctx.writers, request)));
}

/** The request carries no customer number, so the registry's own number is displayed. */
function responseOf({ txnId }: Instructed): ExactResponseFor<'CreateNewIssuance'> {
  return { controlTransactionId: txnId, customerTransactionId: null, displayTransactionId: txnId };
}

function noAccess(): HttpError {
  return new HttpError(403, 'This client has no access to the issuer.');
}

function instructionOf(ctx: Context, input: Body): IssuanceInstruction {
  const errors: Record<string, string[]> = {};
  const today = ctx.clock.today();
  const dayAfter = addDays(today, 1);
  const given = input.effectiveDate ?? input.processDate;
  // Accepted up to one calendar day ahead: it may already be today in the client's time zone.
  const effectiveOn = given === dayAfter ? today : given;
  const list = input.certificates ?? [];
  if (list.length === 0) {
    errors.certificates = ['Certificates is required: one or more, each with its number of shares.'];
  }
  const lots = lotsOfCertificates(list, input.TaxLots, effectiveOn, errors);
  if (Object.keys(errors).length > 0)
    throw new HttpError(400, 'The request is not valid.', { errors: errors });
  const { holders, places } = holdersOf(input);
  const processedAt = ctx.clock.now().toISOString();
  const author = authorOf(input);
  return {
    customerIssuerId: BigInt(input.customerIssuerId),
    mayOpenIssuer: ctx.caller.issuers === 'all',
    requested: {
      code: input.securityType?.securityTypeCode ?? undefined,
      series: input.securityType?.securitySeriesCode ?? undefined,
    },
    form: input.certificateType,
    holders,
    certificates: list.map(
      (one, index): RequestedCertificate => ({
        holder: places[index]!,
        shares: one.shares,
        restriction: one.restrictionCode ?? input.restrictionCode ?? 'N',
        lots: lots[index] ?? [],
      }),
    ),
    notBefore: given > input.processDate ? given : input.processDate,
    staysPending: ctx.issuanceMode === 'manual' || given > dayAfter || input.processDate > dayAfter,
    entry: {
      receivedOn: today,
      effectiveOn,
      completedOn: today,
      processedAt,
      isPresented: false,
      authority: `Instruction of ${author.firstName} ${author.lastName}, ${author.email}`,
      comments: input.comments ?? '',
      chargeAmount: String(input.chargeAmount),
      createdBy: author,
    },
  };
}

/**
 * The distinct holders of an issuance, and the holder of each certificate: its own, else the one of the body.
 */
function holdersOf(input: Body): { holders: HolderInput[]; places: number[] } {
  const holders: HolderInput[] = [];
  const seen = new Map<unknown, number>();
  const places = (input.certificates ?? []).map((certificate) => {
    const requested = certificate.shareholder ?? input.shareholder;
    const key = requested.customerShareholderId ?? requested;
    const place = seen.get(key) ?? holders.push(holderInput(requested, input)) - 1;
    seen.set(key, place);
    return place;
  });
  return { holders, places };
}
