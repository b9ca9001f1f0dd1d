/** Conversion between contract values and text: JSON, queries, bodies. */
export { decodeBody, decodeRequest } from './decode.ts';
export { encodeRequest, pathForms } from './encode.ts';
export { issuerGiven } from './issuer-given.ts';
export { parseJson, readJson, writeJson } from './json.ts';
