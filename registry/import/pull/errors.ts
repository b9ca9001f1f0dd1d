/** Why a pull ended. What was read until then is kept, unless `isFinal`: then trying again would give the same. */
export class PullStopped extends Error {
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** A response that is larger than is read; a smaller part may be asked for. */
export class TooLarge extends PullStopped {}

/** The other registry does not have what was asked for. */
export class NotThere extends PullStopped {}
