// Reads the structure tree of a PDF as a screen reader does, for tests.

import {
  contentOf,
  contentPieces,
  object,
  type PdfObject,
  type ReadPdf,
  reference,
} from './pdf-for-tests.ts';

/** An element of the structure tree with the text of its own content, as it is read aloud. */
export type Node = {
  type: string;
  text: string;
  /** Entries of its attribute object. */
  attributes: string;
  name?: string;
  children: Node[];
};

/**
 * Reads the structure tree and checks that it is complete: all text is content of exactly one element or an
 * artifact, each element names its parent, and the tree of parents leads from each content to its element. For
 * tests.
 */
export function readStructure({ objects, trailer }: ReadPdf): Node {
  const head = (id: number) => object(objects, id).head;
  const catalog = head(reference(trailer, 'Root'));
  if (!catalog.includes('/MarkInfo<</Marked true>>')) throw new Error('the file is not marked as tagged');
  const root = reference(catalog, 'StructTreeRoot');
  const kids = /Kids\[(.*?)\]/.exec(head(reference(catalog, 'Pages')))?.[1] ?? '';
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map((kid) => Number(kid[1]));
  const texts = new Map(pages.map((page) => [page, markedTexts(objects, page)]));
  const nums = /Nums\[(.*?)\]/.exec(head(root))?.[1] ?? '';
  const parents = new Map([...nums.matchAll(/(\d+) (\d+) 0 R/g)].map((each) => [each[1], Number(each[2])]));
  const left = new Set([...texts].flatMap(([page, marks]) => [...marks.keys()].map((at) => `${page}/${at}`)));

  function contentAt(page: number, mark: number, element: number): string {
    const key = /\/StructParents (\d+)/.exec(head(page))?.[1] ?? '';
    const owners = [...head(parents.get(key) ?? 0).matchAll(/(\d+) 0 R/g)].map((each) => Number(each[1]));
    if (owners[mark] !== element)
      throw new Error(`content ${mark} of page ${page} belongs to ${owners[mark]}, not to ${element}`);
    if (!left.delete(`${page}/${mark}`)) throw new Error(`content ${mark} of page ${page} is used twice`);
    return texts.get(page)?.get(mark) ?? '';
  }

  function nodeAt(id: number, parent: number): Node {
    const dictionary = head(id);
    if (reference(dictionary, 'P') !== parent) throw new Error(`element ${id} names another parent`);
    const type = /\/S\/(\w+)/.exec(dictionary)?.[1] ?? '';
    const page = reference(dictionary, 'Pg');
    const name = /\/ID\((\w+)\)/.exec(dictionary)?.[1];
    const attributes = dictionary.includes('/A ') ? head(reference(dictionary, 'A')).trim() : '';
    const children: Node[] = [];
    const parts: string[] = [];
    const content = /\/K\[(.*)\]/.exec(dictionary)?.[1] ?? '';
    for (const kid of content.matchAll(/<<\/Type\/MCR\/Pg (\d+) 0 R\/MCID (\d+)>>|(\d+) 0 R|(\d+)/g)) {
      if (kid[3]) children.push(nodeAt(Number(kid[3]), id));
      else if (kid[1]) parts.push(contentAt(Number(kid[1]), Number(kid[2]), id));
      else parts.push(contentAt(page, Number(kid[4]), id));
    }
    return { type, text: parts.join(''), attributes, ...(name && { name }), children };
  }

  const tree = nodeAt(reference(head(root), 'K'), root);
  if (left.size > 0) throw new Error(`content without an element: ${[...left].join(', ')}`);
  return tree;
}

/** The text of each marked content of a page by its number. Text outside of marks is an error. */
function markedTexts(objects: Map<number, PdfObject>, page: number): Map<number, string> {
  const { resources, content } = contentOf(objects, page);
  const texts = new Map<number, string>();
  // The font stays set from one part to the next.
  let font = '';
  const whole = /\/(\w+)(?:<<(.*?)>>)?(?: BMC|BDC)\n((?:\/Span<<.*?>>BDC .*?EMC\n|.)*?)EMC\n/gs;
  const rest = content.replace(whole, (_, type, entries, inner) => {
    const mark = /^\/MCID (\d+)/.exec(entries ?? '')?.[1];
    if (mark) {
      if (texts.has(Number(mark))) throw new Error(`page ${page} has content ${mark} twice`);
      const pieces = contentPieces(objects, resources, `${font}${inner}`);
      texts.set(Number(mark), pieces.map(({ text }) => text).join(''));
    } else if (type !== 'Artifact') throw new Error(`${type} is marked without a number`);
    font = [font, ...String(inner).matchAll(/\/F\d+ \S+ Tf/g)].map(String).at(-1) ?? '';
    return '';
  });
  if (/T[jJ]|\bre\b/.test(rest)) throw new Error(`page ${page} draws outside of marks: ${rest}`);
  return texts;
}

/** All nodes below, depth first, in reading order. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

/** The rows of a table, of the header and of all pages. */
export function rowsOf(table: Node): Node[] {
  return [...nodesOf(table)].filter(({ type }) => type === 'TR');
}
