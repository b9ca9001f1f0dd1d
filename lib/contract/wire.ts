/** The contract's way in and out of text: JSON, queries, bodies. */
export { type Author, type Decoded, decodeBody, decodeQuery, decodeRequest } from './decode.ts';
export { type Encoded, encodeRequest, pathForms } from './encode.ts';
export { type IssuerGiven, issuerGiven } from './issuer-given.ts';
export { type JsonLimits, type JsonResult, parseJson, readJson, writeJson } from './json.ts';
export type { Mode } from './names.ts';
