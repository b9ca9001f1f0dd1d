import type { ResponseFor } from '#lib/contract/index';

export type PositionFileRow = ResponseFor<'GetPositionFiles'>['files'][number];
export type Matches = ResponseFor<'GetPositionMatches'>;
