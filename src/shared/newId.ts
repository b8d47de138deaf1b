/** Returns a new opaque id: a UUID version 7 as 32 lower-case hex characters. Ids sort by time; 74 bits are random. */
export function newId(time: Date): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  new DataView(bytes.buffer).setBigUint64(
    0,
    (BigInt(time.getTime()) << 16n) | (BigInt(bytes[6]! & 0x0f) << 8n) | BigInt(bytes[7]!),
  )
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
