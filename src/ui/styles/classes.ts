/** Joins class names and leaves out false, null, undefined and empty values. */
export const classes = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ')
