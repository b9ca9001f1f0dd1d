// Response types of the operations on position files.

import type { ResponseFor } from '#lib/contract/index';

export type PositionFileRow = ResponseFor<'GetPositionFiles'>['files'][number];
export type Matches = ResponseFor<'GetPositionMatches'>;
