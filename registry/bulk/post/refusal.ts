/** An instruction that is not carried out; the message is for users, `field` is the header of a column or ''. */
export class BulkRefusal extends Error {
  readonly field: string;

  constructor(field: string, text: string) {
    super(text);
    this.name = 'BulkRefusal';
    this.field = field;
  }
}
