// Options of the security type picker: the class filters that the interface can express.

type SecurityType = { securityType: string; securityTypeCode: string; securitySeriesCode: string };
type Option = { value: string; label: string };

const kinds: Record<string, string> = { C: 'All common', P: 'All preferred' };

/**
 * Options the interface's filter can express for these classes: common and preferred, with series A to C. A
 * blank series matches any series, so a class without one cannot be selected alone; `others` names the classes
 * for which no filter exists.
 */
export function securityTypeOptions(
  types: readonly SecurityType[],
  current: string,
): { options: Option[]; others: string[] } {
  const options: Option[] = [{ value: '', label: 'All securities' }];
  const others: string[] = [];
  for (const code of ['C', 'P']) {
    const group = types.filter((type) => type.securityTypeCode === code);
    if (group.length > 1) options.push({ value: code, label: kinds[code] ?? code });
    for (const { securityType, securitySeriesCode: series } of group) {
      if (/^[ABC]$/.test(series)) options.push({ value: `${code}-${series}`, label: securityType });
      else if (group.length === 1) options.push({ value: code, label: securityType });
      else others.push(securityType);
    }
  }
  others.push(
    ...types.filter(({ securityTypeCode }) => !kinds[securityTypeCode]).map((type) => type.securityType),
  );
  if (current && !options.some((option) => option.value === current))
    options.push({ value: current, label: current });
  return { options, others };
}
