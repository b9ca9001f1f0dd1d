// Response types of the TA-2 worksheet, and the type of its answers.

import type { ResponseFor } from '#lib/contract/index';

export type Worksheet = ResponseFor<'GetTA2Worksheet'>;
export type ListRow = ResponseFor<'GetTA2Rows'>['rows'][number];

/** Plain answers by line: '1234', '12.50', 'Yes'. */
export type Answers = ReadonlyMap<string, string>;
