/**
 * Returns an unpredictable number in [0, 1). Functions that need randomness take it as a parameter, so that tests can replace
 * it.
 */
export const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/**
 * Returns 32 random hex characters.
 * @NOTE Not `crypto.randomUUID`: browsers do not have it on pages served over plain http from another machine.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
