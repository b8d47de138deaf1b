/**
 * Returns 32 random hex characters.
 * @NOTE Not `crypto.randomUUID`: browsers do not have it on pages served over plain http from another machine.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
