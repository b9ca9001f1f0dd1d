// Structure tree of a tagged PDF, for screen readers.

import type { ObjectWriter } from './object-writer.ts';
import { type PageBytes, pageBytes } from './page-bytes.ts';

const types = ['Document', 'Sect', 'H1', 'H2', 'P', 'Table', 'THead', 'TBody', 'TR', 'TH', 'TD'] as const;
export type StructureType = (typeof types)[number];

/** An element of the structure tree. It holds its children and content only until it is closed. */
export type Element = {
  readonly id: number;
  readonly type: StructureType;
  readonly parent: number;
  /** Further entries of its dictionary, such as attributes. */
  readonly entries: string;
  children: number[];
  /** The page of its first content, and the number of that content there. */
  page: number;
  content: number;
  /** Entries of its other content. */
  rest: string;
};

/**
 * The structure tree of a PDF: what each part of a page is, in reading order, for screen readers. Elements are
 * written when they are closed, so memory holds only the open ones and two numbers per page.
 */
export type Structure = {
  document: Element;
  /** `entries` are further entries of its dictionary. */
  open: (type: StructureType, parent: Element, entries?: string) => Element;
  close: (element: Element) => void;
  /** Adds content of the current page to an element; returns the number that marks it in the page's content. */
  mark: (element: Element) => number;
  /** The attribute object, as an entry of an element's dictionary; written once for each text. */
  attribute: (text: string) => string;
  /** Names an element; the name is an entry of its dictionary. */
  named: (element: number, name: string) => void;
  /** Begins a page; returns its key in the tree of parents. */
  beginPage: (page: number) => number;
  endPage: () => void;
  /** Writes the rest; returns the number of the root. */
  finish: () => number;
};

const none: number[] = [];

const beginnings = Object.fromEntries(types.map((type) => [type, `<</S/${type}/P `])) as Record<
  StructureType,
  string
>;

function reference(out: PageBytes, id: number) {
  out.integer(id);
  out.text('0 R ');
}

export function openStructure(writer: ObjectWriter): Structure {
  const root = writer.reserve();
  const attributes = new Map<string, string>();
  const names: string[] = [];
  const parents: number[] = [];
  const parentsOfPage = pageBytes();
  let page = 0;
  let marks = 0;
  const document = element('Document', root, '');

  function element(type: StructureType, parent: number, entries: string): Element {
    return { id: writer.reserve(), type, parent, entries, children: none, page: 0, content: -1, rest: '' };
  }

  /** Number by number: a text of each element would be most of the time that the structure takes. */
  function close({ id, type, parent, entries, children, page: of, content, rest }: Element) {
    const out = writer.begin(id);
    out.text(beginnings[type]);
    out.integer(parent);
    out.text('0 R');
    if (entries) out.text(entries);
    if (content >= 0) {
      out.text('/Pg ');
      out.integer(of);
      out.text('0 R/K[');
      out.integer(content);
      out.text(rest);
      out.text(']>>');
    } else if (children.length > 0) {
      out.text('/K[');
      for (const child of children) reference(out, child);
      out.text(']>>');
    } else out.text('>>');
  }

  return {
    document,
    open(type, parent, entries = '') {
      const made = element(type, parent.id, entries);
      if (parent.children === none) parent.children = [made.id];
      else parent.children.push(made.id);
      return made;
    },
    close,
    mark(of) {
      const number = marks++;
      reference(parentsOfPage, of.id);
      if (of.content < 0) {
        of.page = page;
        of.content = number;
      } else of.rest += of.page === page ? `${number} ` : `<</Type/MCR/Pg ${page} 0 R/MCID ${number}>>`;
      return number;
    },
    attribute(text) {
      let entry = attributes.get(text);
      if (!entry) {
        const id = writer.reserve();
        writer.value(id, text);
        entry = `/A ${id} 0 R`;
        attributes.set(text, entry);
      }
      return entry;
    },
    named: (of, name) => names.push(`(${name})${of} 0 R`),
    beginPage(of) {
      page = of;
      marks = 0;
      return parents.length;
    },
    endPage() {
      const id = writer.reserve();
      writer.value(id, `[${Buffer.from(parentsOfPage.written()).toString('latin1')}]`);
      parents.push(id);
      parentsOfPage.clear();
    },
    finish() {
      close(document);
      const tree = parents.map((id, key) => `${key} ${id} 0 R`).join(' ');
      const ids = names.length === 0 ? '' : `/IDTree<</Names[${names.sort().join('')}]>>`;
      writer.value(
        root,
        `<</Type/StructTreeRoot/K ${document.id} 0 R/ParentTree<</Nums[${tree}]>>/ParentTreeNextKey ${parents.length}${ids}>>`,
      );
      return root;
    },
  };
}
