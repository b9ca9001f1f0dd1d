/**
 * `*****6789`: the last four digits of a tax ID, or none of a short one. A masked value keeps its last four.
 */
export function maskTaxId(value: string): string {
  const bare = value.replace(/[^A-Za-z0-9]/g, '');
  if (bare === '') return value.includes('*') ? '*****' : '';
  return bare.length > 5 || (bare.length > 3 && value.includes('***')) ? `*****${bare.slice(-4)}` : '*****';
}
