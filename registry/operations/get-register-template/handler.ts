import type { RequestFor } from '#lib/contract/index';
import { templateCsv, templateWorkbook } from '#registry/conversion/template/template';
import type { StoredFile } from '#registry/http/file-reply';
import type { Context } from '../parts/context.ts';
import { needAllIssuers } from '../parts/registers/shown.ts';

/** The workbook to fill, or the same as CSV files in one ZIP archive. */
export async function getRegisterTemplate(
  ctx: Context,
  { format, isExample }: RequestFor<'GetRegisterTemplate'>,
): Promise<StoredFile> {
  needAllIssuers(ctx);
  const name = isExample ? 'register-example' : 'register-template';
  if (format === 'csv')
    return {
      contentType: 'application/zip',
      fileName: `${name}.zip`,
      stream: () => templateCsv(isExample),
    };
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `${name}.xlsx`,
    stream: () => templateWorkbook(isExample),
  };
}
