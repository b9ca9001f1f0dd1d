// Product codes of label sheets that are not address labels.

const stock: readonly [name: string, codes: string][] = [
  ['file folder label', '5066 5266 5366 8066 8366'],
  ['round label', '5293 5294 5295 8293'],
  ['name badge', '5395 8395'],
  ['business card', '5371 8371 8471 8871'],
  ['diskette label', '5196 8196'],
  ['disc label', '5931 8931'],
  ['video label', '5199'],
  ['index or post card', '5388 5389'],
];

const nameByCode: ReadonlyMap<string, string> = new Map(
  stock.flatMap(([name, codes]) => codes.split(' ').map((code) => [`LABEL${code}`, name] as const)),
);

/** The product a label code stands for when it is not address label stock; undefined for any other code. */
export function otherStock(labelType: string): string | undefined {
  return nameByCode.get(labelType);
}
