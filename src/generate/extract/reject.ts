/** Why an example gives no task: thrown inside the generator, caught where the document's record is made. */

export class NoTask extends Error {
  /** Short code, e.g. "output-differs". */
  readonly reason: string;

  constructor(reason: string, detail: string) {
    super(detail);
    this.name = "NoTask";
    this.reason = reason;
  }
}
