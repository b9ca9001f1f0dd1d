import { z } from 'zod';
import { filterSeriesCode, filterTypeCode } from './enumerations.ts';
import { parseJson } from './json.ts';

/** Interface, "Shared field blocks": blank or left out means no constraint. */
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
    // An unknown or repeated child would widen the selection without a word.
    if (!wire || wire in named) return undefined;
    named[wire] = value;
  }
  return named;
}

/** GenerateDRSStatement declares a string with children: object, JSON text and short text (P, PA, P-A, P|A) are taken. */
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
