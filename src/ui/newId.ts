/**
 * 32 hex characters at random.
 * @NOTE Not `crypto.randomUUID`: it is missing on a page served over plain http from another machine of the house.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
