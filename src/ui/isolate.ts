/** Letters of right-to-left scripts, and their mark. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name as it goes into a sentence: one with right-to-left letters is set apart, so that what stands around it keeps its order.
 * Others stay the very text they are.
 */
export const isolate = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
