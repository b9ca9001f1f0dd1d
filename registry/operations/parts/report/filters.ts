import type { FilterSecurityType } from '#lib/contract/filters';

/** One line of the filters printed on a report: the filter and the value chosen. */
export type ChosenFilter = readonly [label: string, value: string];

export function securityFilter(given: FilterSecurityType | undefined): ChosenFilter {
  const series = given?.securitySeriesCode ?? '';
  const type = { '': 'All', C: 'Common', P: 'Preferred' }[given?.securityTypeCode ?? ''];
  return ['Security', series ? `${type}, series ${series}` : type];
}

export function restrictionFilter(given: 'All' | 'Restricted' | 'NonRestricted'): ChosenFilter {
  const texts = { All: 'All', Restricted: 'Restricted only', NonRestricted: 'Unrestricted only' };
  return ['Restriction', texts[given]];
}

export function addressFilter(given: 'All' | 'GoodAddress' | 'BadAddress'): ChosenFilter {
  return ['Addresses', { All: 'All', GoodAddress: 'Good only', BadAddress: 'Bad only' }[given]];
}

/** The class filter as the query of classes expects it. */
export function classFilter(given: FilterSecurityType | undefined): { code?: string; series?: string } {
  return { code: given?.securityTypeCode, series: given?.securitySeriesCode };
}
