import type { AnswerFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '../db/session.ts';
import type { ShareholderListOrder } from '../reports/shareholder-list.ts';
import type { Context } from './context.ts';
import { cutoffOrToday, issuerInScope } from './scope.ts';

const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Orders the list and answers its link at once; the file grows behind it (domain §9.5). */
export async function generateShareholderList(
  ctx: Context,
  input: RequestFor<'GenerateShareholderList'>,
): Promise<AnswerFor<'GenerateShareholderList'>> {
  const cutoff = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  const issuer = await inSnapshot(ctx.pool, (db) =>
    issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId),
  );
  const order: ShareholderListOrder = {
    operation: 'GenerateShareholderList',
    issuerId: issuer.id,
    cutoff,
    generatedAt: ctx.clock.stamp(),
    input,
  };
  const extension = input.isPDF ? 'pdf' : 'xlsx';
  const fileName = `ShareholderList_${issuer.customerId}_${cutoff.replaceAll('-', '')}.${extension}`;
  const { fileCode, accessCode } = await ctx.reports.place({
    clientId: ctx.caller.clientId,
    operation: order.operation,
    issuerId: issuer.id,
    input,
    fileName,
    contentType: contentTypes[extension],
    urgent: input.customerShareholderId !== undefined,
    order,
  });
  return { downloadUrl: `${ctx.baseUrl}/Api/v1/Report/DownloadReport/${fileCode}/${fileName}/${accessCode}` };
}
