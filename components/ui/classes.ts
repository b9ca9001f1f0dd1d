/** Joins class names, leaving out whatever is false or absent. */
export const classes = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' ');
