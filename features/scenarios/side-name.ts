/** A side within a title: 'Before' is a word, the name of a scenario stays as it is. */
export const sideName = (side: string) => (side === 'Before' || side === 'After' ? side.toLowerCase() : side);
