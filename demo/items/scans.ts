import PDFDocument from 'pdfkit';

/** A page that stands for a scanned paper. The same texts give the same bytes. */
export function scannedPage(title: string, lines: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 72,
    info: { Title: title, Creator: 'Sharebook', Producer: 'Sharebook', CreationDate: new Date(0) },
  });
  const parts: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  document.font('Helvetica').fontSize(10).fillColor('#a00000').text('FICTIONAL DOCUMENT OF THE DEMO');
  document.moveDown().fontSize(18).fillColor('#000000').text(title);
  document.moveDown().fontSize(11);
  for (const line of lines) document.text(line);
  document.end();
  return ended;
}
