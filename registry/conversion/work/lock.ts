/** First part of the advisory locks of work on registers; the second is the file. Arbitrary. */
export const workLock = 7_301_460;
