import 'server-only';
import { invalid } from './request.ts';

const shortest = 4;
const longest = 300;

/**
 * The reason for access to secret data, as the audit trail stores it. Throws `invalid` naming `field` when it
 * is too short.
 */
export function readReason(given: unknown, field: string): string {
  const text = typeof given === 'string' ? given.trim().replace(/\s+/g, ' ') : '';
  if (text.length < shortest) throw invalid({ [field]: ['Enter a reason.'] });
  return text.slice(0, longest);
}
