/**
 * Returns an unpredictable number in [0, 1). Functions that need randomness take it as a parameter, so that tests can replace
 * it.
 */
export const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32
