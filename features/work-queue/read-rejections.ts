import { everyRow } from '#components/data/queries/every-row';
import type { SendRequest } from '#lib/api/send-request';
import type { Period } from '#lib/register/periods';

/** The rejections of one issuer in a period, read page by page. */
export async function readRejections(request: SendRequest, issuer: number, { from, to }: Period) {
  const { rows } = await everyRow({
    read: (page) =>
      request('GetRejections', { customerIssuerId: issuer, startDate: from, endDate: to, ...page }),
    rowsOf: ({ rejections }) => rejections,
    keyOf: ({ rejectNumber }) => rejectNumber,
  });
  return rows;
}
