/** Why a file is not read at all: F01 unreadable, F02 encrypted, F03 expands too far, F04 unsafe path, F05 entities. */
export type RefusalCode = 'F01' | 'F02' | 'F03' | 'F04' | 'F05' | 'F09' | 'F10';

/** A file that is refused; the message is one sentence for the person who sent it. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const unreadable = (reason: string) =>
  new Refusal('F01', `The file is not a readable XLSX, CSV or ZIP file: ${reason}.`);
