// Reserves the place of a signature in a PDF, and marks it.

/** Room for a signature with its certificates, in bytes. */
export const signatureBytes = 12_288;

const ranges = `[${Array.from({ length: 4 }, () => '0000000000').join(' ')}]`;
export const signatureStart = '/Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange';
/** The signature dictionary up to the bracket before its content; both are filled in once the file is whole. */
export const signatureMark = `${signatureStart}${ranges}/Contents<`;

/** The dictionary of a signature that certifies a file and allows no change of it (ISO 32000-1, 12.8). */
export const signatureDictionary = (name: string, reason: string, at: string): string =>
  `<<${signatureMark}${'0'.repeat(2 * signatureBytes)}>/Name${name}/Reason${reason}/M(D:${at})` +
  '/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]>>';
