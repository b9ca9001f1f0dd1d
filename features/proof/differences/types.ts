// Type of a record difference in a response.

import type { ResponseFor } from '#lib/contract/index';

export type RecordDifference = ResponseFor<'GetRecordDifferences'>['recordDifferences'][number];
