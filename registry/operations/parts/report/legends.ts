import { restrictionText } from '../display-text.ts';

/** The notice of a restricted holding, printed in full, so that a buyer is informed of the restriction. */
const legends: Record<string, string> = {
  R: 'Not registered under the Securities Act of 1933. Sale or transfer requires registration or an exemption acceptable to the issuer.',
  B: 'Not qualified under the securities laws of one or more states. Sale or transfer requires qualification or an exemption.',
  A: 'Held by an affiliate or control person of the issuer. Sale is limited in amount and manner.',
  S: 'Sold outside the United States under Regulation S. No sale into the United States or to a United States person unless registered or exempt.',
  L: 'Subject to a lock-up agreement. No sale or transfer before the agreement ends or the issuer consents.',
  O: 'Subject to an agreement, order or escrow on file with the transfer agent, which restricts transfer.',
};

/** 'Rule 144: …' for each restriction code present, in the order of the codes; code N has no legend. */
export function legendTexts(codes: Iterable<string>): string[] {
  return [...new Set(codes)]
    .filter((code) => code !== 'N')
    .sort()
    .map((code) => `${restrictionText(code)}: ${legends[code] ?? legends.O}`);
}
