import type { ResponseFor } from '#lib/contract/index';

export type RecordDifference = ResponseFor<'GetRecordDifferences'>['recordDifferences'][number];
