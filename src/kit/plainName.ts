/** A name somebody chose, for one line of any screen or letter: no control characters, none that turn the direction of writing. */
export const plainName = (name: string): string => name.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
