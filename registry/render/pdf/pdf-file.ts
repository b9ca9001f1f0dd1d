// A PDF file written page by page: page objects, fonts, structure tree and trailer.

import { contentKeyword } from '#lib/format/content-digest';
import { type Canvas, newCanvas } from './canvas.ts';
import { infoDictionary, type PdfInfo, pdfDate, xmpMetadata } from './metadata.ts';
import { objectWriter, textString } from './object-writer.ts';
import { signatureDictionary } from './signature-place.ts';
import { type Element, openStructure, type Structure } from './structure.ts';
import { type TextEncoder, textEncoder } from './text-encoder.ts';

export type PdfFile = {
  width: number;
  height: number;
  encoder: TextEncoder;
  structure: Structure;
  /** Number of the page being drawn, from 1; 0 before the first. */
  page: () => number;
  canvas: () => Canvas;
  /** The text drawn until the canvas's `end` belongs to the element. */
  begin: (element: Element) => void;
  /** Ends the current page and starts the next. */
  nextPage: () => void;
  /** Reserves the place of the page count, which is known only at the end: at x, y in 7 point. */
  placePageTotal: (x: number, y: number) => void;
  /** Bytes written since the last call; may be empty. */
  take: () => Promise<Uint8Array>;
  /** Ends the file; call `take` once more afterwards. `contentDigest` becomes a keyword of the file. */
  finish: (contentDigest?: string) => Promise<void>;
};

export type PdfSettings = PdfInfo & {
  size: 'letter' | 'a4';
  layout: 'landscape' | 'portrait';
  /** Leaves a place for a signature with this reason, which is filled in afterwards (registry/sealing). */
  seal?: { reason: string };
};

const totalSize = 7;
/**
 * Compression of a page (about 12 kB): a higher level saves 5 % of the bytes but adds 10 % to the total time; a
 * larger window saves nothing.
 */
const packing = { level: 2, windowBits: 14, memLevel: 7, chunkSize: 8192 };

/**
 * A PDF written page by page, tagged as PDF/UA-1 asks. Only the current page is in memory. The page count is one
 * shared object that every footer references; it is written last.
 */
export function pdfFile(settings: PdfSettings): PdfFile {
  const writer = objectWriter();
  const structure = openStructure(writer);
  const encoder = textEncoder(writer);
  const canvas = newCanvas();
  const [pagesId, resources, total] = [writer.reserve(), writer.reserve(), writer.reserve()];
  const [short, long] = settings.size === 'a4' ? [595.28, 841.89] : [612, 792];
  const [width, height] = settings.layout === 'landscape' ? [long, short] : [short, long];
  const pages: number[] = [];
  let key = 0;
  const { seal } = settings;
  // The field of the signature is on the first page and shows nothing: what it says is in the text.
  const [field, signature] = seal ? [writer.reserve(), writer.reserve()] : [];

  function endPage() {
    const page = pages.at(-1);
    if (page === undefined) return;
    const content = writer.reserve();
    const annotations = field !== undefined && pages.length === 1 ? `/Annots[${field} 0 R]` : '';
    writer.stream(content, '', canvas.taken(), packing);
    writer.value(
      page,
      `<</Type/Page/Parent ${pagesId} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R/Resources ${resources} 0 R/StructParents ${key}/Tabs/S${annotations}>>`,
    );
    structure.endPage();
    writer.flush();
  }

  function pageTotal() {
    canvas.beginArtifact('Footer');
    canvas.text(encoder.encode(String(pages.length), 'regular'), 0, 0, { size: totalSize, gray: 0.4 });
    canvas.end();
    const form = `/Type/XObject/Subtype/Form/BBox[0 -3 60 9]/Resources<</Font<<${encoder.fonts()}>>>>`;
    writer.stream(total, form, canvas.taken());
  }

  return {
    width,
    height,
    encoder,
    structure,
    page: () => pages.length,
    canvas: () => canvas,
    begin: (element) => canvas.begin(element.type, structure.mark(element)),
    nextPage() {
      endPage();
      const page = writer.reserve();
      pages.push(page);
      key = structure.beginPage(page);
    },
    placePageTotal: (x, y) => canvas.place('Total', x, y),
    take: writer.take,
    async finish(contentDigest) {
      const facts = contentDigest ? { ...settings, keywords: contentKeyword(contentDigest) } : settings;
      endPage();
      pageTotal();
      encoder.embed();
      const [catalog, info, metadata] = [writer.reserve(), writer.reserve(), writer.reserve()];
      writer.value(resources, `<</Font<<${encoder.fonts()}>>/XObject<</Total ${total} 0 R>>>>`);
      const kids = pages.map((id) => `${id} 0 R`).join(' ');
      writer.value(pagesId, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
      writer.stream(metadata, '/Type/Metadata/Subtype/XML', xmpMetadata(facts));
      let sealed = '';
      if (seal && field !== undefined && signature !== undefined) {
        const [name, reason] = [textString(settings.author), textString(seal.reason)];
        writer.plain(signature, signatureDictionary(name, reason, pdfDate(settings.generatedAt)));
        writer.value(
          field,
          `<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal)/TU${reason}/F 134/Rect[0 0 0 0]/V ${signature} 0 R/P ${pages[0]} 0 R>>`,
        );
        sealed = `/AcroForm<</Fields[${field} 0 R]/SigFlags 3>>/Perms<</DocMDP ${signature} 0 R>>`;
      }
      writer.value(
        catalog,
        `<</Type/Catalog/Pages ${pagesId} 0 R/Lang(en-US)/MarkInfo<</Marked true>>/StructTreeRoot ${structure.finish()} 0 R` +
          `/Metadata ${metadata} 0 R/ViewerPreferences<</DisplayDocTitle true>>${sealed}>>`,
      );
      // Not compressed, so that the keyword can be read from the end of the file.
      writer.plain(info, infoDictionary(facts));
      await writer.finish(catalog, info, JSON.stringify(settings));
    },
  };
}
