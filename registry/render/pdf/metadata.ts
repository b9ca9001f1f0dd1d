// Information dictionary and XMP metadata of a PDF.

import { escapeXml } from '#lib/sheet/cell';
import { textString } from './object-writer.ts';

export type PdfInfo = {
  title: string;
  author: string;
  subject: string;
  /** Letters, digits, colons and hyphens only. */
  keywords?: string;
  generatedAt: string;
};

const program = 'Sharebook';

/** The information dictionary of a file. */
export function infoDictionary({ title, author, subject, keywords, generatedAt }: PdfInfo): string {
  const texts = { Title: title, Author: author, Subject: subject, Creator: program, Producer: program };
  const written = Object.entries(texts).map(([name, text]) => `/${name}${textString(text)}`);
  return `<<${written.join('')}${keywords ? `/Keywords(${keywords})` : ''}/CreationDate(D:${pdfDate(generatedAt)})>>`;
}

/** An instant as PDF writes it, in UTC: 20261120150405Z. */
export const pdfDate = (instant: string): string => createdAt(instant).replace(/[-:T]/g, '');

/** The same as XMP, with the claim of PDF/UA-1, the standard of accessible files. */
export function xmpMetadata({ title, author, subject, keywords, generatedAt }: PdfInfo): Uint8Array {
  const described = (namespace: string, content: string) =>
    `<rdf:Description rdf:about="" ${namespace}>${content}</rdf:Description>`;
  const inAll = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${xml(text)}</rdf:li></rdf:Alt>`;
  const parts = [
    described('xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"', '<pdfuaid:part>1</pdfuaid:part>'),
    described(
      'xmlns:dc="http://purl.org/dc/elements/1.1/"',
      `<dc:title>${inAll(title)}</dc:title><dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator><dc:description>${inAll(subject)}</dc:description>`,
    ),
    described(
      'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
      `<xmp:CreateDate>${createdAt(generatedAt)}</xmp:CreateDate><xmp:CreatorTool>${program}</xmp:CreatorTool>`,
    ),
    described(
      'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
      `<pdf:Producer>${program}</pdf:Producer>${keywords ? `<pdf:Keywords>${xml(keywords)}</pdf:Keywords>` : ''}`,
    ),
  ];
  return Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${parts.join('\n')}
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`,
  );
}

/** Date and time in UTC to the second: 2026-11-20T15:04:05Z. */
function createdAt(generatedAt: string): string {
  const created = new Date(generatedAt);
  const known = Number.isNaN(created.getTime()) ? new Date(0) : created;
  return `${known.toISOString().slice(0, 19)}Z`;
}

function xml(text: string): string {
  return escapeXml(text.replace(/\p{Cc}/gu, ' '));
}
