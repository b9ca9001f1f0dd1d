// Response types of the operations on exports of registers.

import type { ResponseFor } from '#lib/contract/index';

export type ExportFile = ResponseFor<'GetRegisterExport'>;
export type ExportRow = ResponseFor<'GetRegisterExports'>['exports'][number];
