import { z } from 'zod';
import { filterSeriesCode, filterTypeCode } from './enumerations.ts';
import { parseJson } from './wire/json.ts';

/** A blank or absent filter means no constraint. */
export const filterSecurityType = z
  .object({
    securityTypeCode: filterTypeCode.default(''),
    securitySeriesCode: filterSeriesCode.default(''),
  })
  .meta({
    title: 'Security',
    description: 'All securities, common, or preferred with or without a series.',
    control: 'securityType',
    group: 'What',
  });

export type FilterSecurityType = z.output<typeof filterSecurityType>;

const bareText = /^(?:([CP])(?:[-|]?([ABC]))?)?$/;

const children = ['securityTypeCode', 'securitySeriesCode'];

function fromText(text: string): unknown {
  const bare = bareText.exec(text);
  if (bare) return { securityTypeCode: bare[1] ?? '', securitySeriesCode: bare[2] ?? '' };
  const parsed = parseJson(text);
  const { value: given } = parsed.ok ? parsed : {};
  if (!given || typeof given !== 'object' || Array.isArray(given)) return undefined;
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const wire = children.find((child) => child.toLowerCase() === name.toLowerCase());
    // Ignoring an unknown or repeated child would silently widen the selection.
    if (!wire || wire in named) return undefined;
    named[wire] = value;
  }
  return named;
}

/**
 * GenerateDRSStatement declares a string with children; an object, JSON text and short text (P, PA, P-A, P|A)
 * are accepted.
 */
export const drsFilterSecurityType = z
  .union([filterSecurityType, z.string().max(1000)])
  .transform((given, ctx): FilterSecurityType => {
    const parsed =
      typeof given === 'string' ? filterSecurityType.safeParse(fromText(given)) : { data: given };
    if (parsed.data) return parsed.data;
    ctx.addIssue({ code: 'custom', message: 'must name common or preferred, and at most one series' });
    return z.NEVER;
  })
  .meta({
    title: 'Security',
    description: 'All securities, common, or preferred with or without a series.',
    control: 'securityType',
    group: 'What',
    initial: '',
  });
