import { formatDate } from '#lib/format/dates';

/** How a conversion is named in the books. */
export const conversionTitle = (of: { as_of: string; source: string; sha256: string }): string =>
  `Conversion of ${formatDate(of.as_of)} from ${of.source}, digest ${of.sha256.slice(0, 12)}`;
