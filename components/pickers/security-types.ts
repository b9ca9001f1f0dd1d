type SecurityType = { securityType: string; securityTypeCode: string; securitySeriesCode: string };
type Option = { value: string; label: string };

const kinds: Record<string, string> = { C: 'All common', P: 'All preferred' };

/**
 * What the interface's filter can express for these classes: common and preferred, with a series A to C. A blank
 * series asks for any, so a class without one cannot be told apart from its neighbours; `others` names the classes
 * that no filter selects alone (domain §15 rows 40 and 41).
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
