import type { CheckLine } from '../register/answer-checks/check-group.ts';
import { queryText } from './call.ts';
import { requestLines } from './request-lines.ts';

/**
 * The answers of the interface at the close of a day compared with each other by our server, line by line as they are read.
 * Throws ApiError; the lines before it stand.
 */
export const readAnswerChecks = (
  { issuer, day }: { issuer: number; day: string },
  onLine: (line: CheckLine) => void,
  signal?: AbortSignal,
): Promise<void> =>
  requestLines(
    `/api/answer-checks${queryText({ issuer, day })}`,
    (line) => onLine(line as CheckLine),
    signal,
  );
