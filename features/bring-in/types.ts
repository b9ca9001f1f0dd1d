// Response types of the operations on imported files.

import type { ResponseFor } from '#lib/contract/index';

export type RegisterFile = ResponseFor<'GetRegisterFile'>;
export type RegisterRow = ResponseFor<'GetRegisterFiles'>['files'][number];
export type RegisterFinding = ResponseFor<'GetRegisterFindings'>['findings'][number];
export type FileKind = RegisterFile['kind'];
export type BulkResult = ResponseFor<'GetBulkResults'>['results'][number];
