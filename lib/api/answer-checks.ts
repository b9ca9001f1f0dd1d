import type { CheckGroup } from '../register/answer-checks/check-group.ts';
import { queryText, request } from './call.ts';

/** The answers of the interface at the close of a day compared with each other, by our server. Throws ApiError. */
export const answerChecksOf = async (issuer: number, day: string, signal?: AbortSignal) =>
  ((await request(`/api/answer-checks${queryText({ issuer, day })}`, { signal })) as { groups: CheckGroup[] })
    .groups;
