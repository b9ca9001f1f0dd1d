import 'server-only';
import { endpointIds, endpointOf } from '../contract/index.ts';

/** A validated report address. Its last three segments are secrets between us and the registry. */
export type ReportLink = { url: URL; extension: string };

const lengthMax = 2048;

/** The two documented download forms, as path segments; the case of the first, "Api", may vary. */
const forms = endpointIds
  .filter((id) => endpointOf(id).kind === 'download')
  .map((id) => endpointOf(id).path.split('/').slice(1));

const segmentForm = /^[A-Za-z0-9._~!$&'()*+,;=:@%-]+$/;

/**
 * Whether a `downloadUrl` of the registry may be fetched: same scheme, host and port as the configured base
 * address, below its path prefix, exactly a download path, and nothing that parsers could read differently
 * (user information, backslash, dot segment, encoded slash, query, fragment). Null when not.
 */
export function validateReportUrl(base: string, link: unknown): ReportLink | null {
  if (typeof link !== 'string' || link.length > lengthMax) return null;
  const root = new URL(base);
  const prefix = root.pathname.replace(/^(.*[^/])?\/*$/s, '$1');
  // Compared as text before parsing: an address not literally below the base address is never parsed.
  if (link.slice(0, root.origin.length).toLowerCase() !== root.origin) return null;
  const path = link.slice(root.origin.length);
  if (!path.startsWith(`${prefix}/`)) return null;
  const segments = path.slice(prefix.length + 1).split('/');
  if (!segments.every(isPlainSegment) || !forms.some((form) => fits(form, segments))) return null;
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(segments.at(-2) ?? '')?.[1]?.toLowerCase();
  const url = URL.canParse(link) ? new URL(link) : null;
  if (!extension || !url || url.origin !== root.origin || url.pathname !== path) return null;
  if (url.username || url.password || url.search || url.hash) return null;
  return { url, extension };
}

function fits(form: readonly string[], segments: readonly string[]): boolean {
  if (form.length !== segments.length) return false;
  return form.every((expected, at) => {
    const given = segments[at] ?? '';
    if (expected.startsWith('{')) return true;
    return at === 0 ? given === 'api' || given === 'Api' : given === expected;
  });
}

function isPlainSegment(segment: string): boolean {
  if (!segmentForm.test(segment) || /%2e|%2f|%5c/i.test(segment)) return false;
  try {
    const plain = decodeURIComponent(segment);
    return plain !== '.' && plain !== '..' && !/[/\\\p{Cc}]/u.test(plain);
  } catch {
    return false;
  }
}
