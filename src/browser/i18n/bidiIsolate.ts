/** Letters of right-to-left scripts and the right-to-left mark. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Prepares a name for use in a sentence. A name with right-to-left letters is wrapped in Unicode isolates, so that the text
 * around it keeps its order. Other names are returned unchanged.
 */
export const bidiIsolate = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
