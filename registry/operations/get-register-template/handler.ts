import type { RequestFor } from '#lib/contract/index';
import { bulkTemplate } from '#registry/bulk/sheet/template';
import type { StoredFile } from '#registry/http/file-reply';
import { templateCsv, templateWorkbook } from '#registry/import/template/template';
import type { Context } from '../parts/context.ts';
import { needAllIssuers } from '../parts/registers/register-file-response.ts';

/** The workbook to fill, or the same as CSV files in one ZIP archive. */
export async function getRegisterTemplate(
  ctx: Context,
  { format, kind, isExample }: RequestFor<'GetRegisterTemplate'>,
): Promise<StoredFile> {
  needAllIssuers(ctx);
  const isBulk = kind === 'Bulk';
  const template = isBulk ? bulkTemplate : undefined;
  const name = `${isBulk ? 'bulk' : 'register'}-${isExample ? 'example' : 'template'}`;
  if (format === 'csv')
    return {
      contentType: 'application/zip',
      fileName: `${name}.zip`,
      stream: () => templateCsv(isExample, template),
    };
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `${name}.xlsx`,
    stream: () => templateWorkbook(isExample, template),
  };
}
