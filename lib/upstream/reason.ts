import 'server-only';
import { invalid } from './request.ts';

const shortest = 4;
const longest = 300;

/** Why somebody needs what is secret, as the trail keeps it. Throws `invalid` naming `field` when too little is said. */
export function readReason(given: unknown, field: string): string {
  const text = typeof given === 'string' ? given.trim().replace(/\s+/g, ' ') : '';
  if (text.length < shortest) throw invalid({ [field]: ['Say in a few words why this is needed.'] });
  return text.slice(0, longest);
}
