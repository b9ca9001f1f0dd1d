import type { AnswerFor, RequestFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { inSnapshot } from '../db/session.ts';
import { notFound } from '../http/http-error.ts';
import type { JsonText } from '../http/reply.ts';
import { accountHoldings, type HeldCertificate, heldCertificates } from '../queries/account-holdings.ts';
import { classesOf } from '../queries/classes.ts';
import { findHolderRecord, type HolderRecord, holderRecordsOf } from '../queries/holder-records.ts';
import {
  accountTypeText,
  certificateName,
  postalLines,
  restrictionText,
  stopText,
} from '../reports/wording.ts';
import { classNamed } from './class-named.ts';
import type { Context } from './context.ts';
import { addressObject, quantity } from './display.ts';
import { streamedPieces } from './json-pieces.ts';
import { issuerList } from './list-answer.ts';
import { issuerInScope } from './scope.ts';

type ShareholderRecord = AnswerFor<'GetShareholderDetails'>;
type Certificate = AnswerFor<'GetHoldingCertificates'>[number];

/** One registration. 404 when it does not exist, or when it has no account at an issuer the client may see. */
export async function getShareholderDetails(
  ctx: Context,
  input: RequestFor<'GetShareholderDetails'>,
): Promise<ShareholderRecord> {
  const found = await findHolderRecord(ctx.pool, input.customerShareholderId, ctx.caller);
  if (!found) throw notFound('The shareholder');
  return record(found);
}

/** Every registration with an account at the issuer, including those without holdings, by sort name. */
export function getShareholderDetailsList(
  ctx: Context,
  input: RequestFor<'GetShareholderDetailsList'>,
): Promise<JsonText> {
  return issuerList(ctx, input.customerIssuerId, 'all', async function* (client, issuer) {
    yield '{"shareholders":';
    yield* streamedPieces(holderRecordsOf(client, issuer.id), record);
    yield '}';
  });
}

/** Today's holdings of one account by class; empty for an unknown account. */
export async function getHoldingSummary(
  ctx: Context,
  input: RequestFor<'GetHoldingSummary'>,
): Promise<AnswerFor<'GetHoldingSummary'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const ofId = classNamed(await classesOf(db, issuer.id, today));
    const holdings = await accountHoldings(db, issuer.id, today, input.customerShareholderId);
    return holdings.map((holding) => {
      const ofClass = ofId(holding.class_id);
      return {
        securityTypeId: ofClass.id,
        security: ofClass.name,
        shares: holding.shares,
        sharesFormat: quantity(ofClass, holding.shares),
        numberOfCertificates: holding.certificates,
        numberOfCertificatesFormat: formatShares(holding.certificates),
        hasBookCertificates: holding.has_book_entry,
      };
    });
  });
}

/** Today's certificates of one account or of all; always an array. */
export function getHoldingCertificates(
  ctx: Context,
  input: RequestFor<'GetHoldingCertificates'>,
): Promise<JsonText> {
  const today = ctx.clock.today();
  const { customerShareholderId, filterStatus: status } = input;
  const accounts = customerShareholderId === undefined ? 'all' : 'one';
  return issuerList(ctx, input.customerIssuerId, accounts, async function* (client, issuer) {
    const ofId = classNamed(await classesOf(client, issuer.id, today));
    const certificate = (row: HeldCertificate): Certificate => ({
      controlCertificateId: row.id,
      // Always an integer in this record, unlike in the other two.
      customerCertificateId: row.customer_id ?? row.id,
      prefixAndCertificateNumber: certificateName(row.prefix, row.number),
      issued: formatDate(row.issued_on),
      canceled: row.canceled_on > today ? '' : formatDate(row.canceled_on),
      security: ofId(row.class_id).name,
      restriction: restrictionText(row.restriction),
      stop: stopText(row.stops).join('; '),
      shares: row.shares,
      postReverseSplit: row.post_reverse_split,
    });
    const rows = heldCertificates(client, issuer.id, today, { customerShareholderId, status });
    yield* streamedPieces(rows, certificate);
  });
}

function record(found: HolderRecord): ShareholderRecord {
  const { holder } = found;
  return {
    sortName: holder.sortName,
    customerShareholderId: holder.customerId,
    systemShareholderId: holder.id,
    displayShareholderId: holder.customerId,
    name: holder.name,
    fullPrimaryAddress: postalLines(found.primaryAddress).join(', '),
    primaryAddress: addressObject(found.primaryAddress),
    fullMailingAddress: postalLines(found.mailingAddress).join(', '),
    mailingAddress: found.mailingAddress && addressObject(found.mailingAddress),
    type: accountTypeText(holder.accountType),
    typeEnum: holder.accountType,
    primaryTaxId: found.primaryTaxId,
    primaryTaxIdType: found.primaryTaxIdType,
    primaryPayeeName: found.primaryPayeeName,
    secondaryTaxId: found.secondaryTaxId,
    secondaryTaxIdType: found.secondaryTaxIdType,
    secondaryPayeeName: found.secondaryPayeeName,
  };
}
