import { createHash } from 'node:crypto'

/** The largest value of a byte with a sign. */
const MAX_BYTE = 127

/**
 * Returns a vector with one byte for each dimension. Its length is lost and its direction kept: the largest value becomes 127.
 */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  return Int8Array.from(vector, (value) => Math.round((value / largest) * MAX_BYTE))
}

/** Returns by what the text of a vector is known. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Returns the bytes that the signs of a vector take: whole words of 32 bits. */
export const signBytes = (dimensions: number): number => Math.ceil(dimensions / 32) * 4

/** Returns one bit for each dimension: whether it is above zero. */
export function toSigns(vector: Int8Array): Uint8Array {
  const signs = new Uint8Array(signBytes(vector.length))
  for (const [index, value] of vector.entries()) if (value > 0) signs[index >> 3]! |= 1 << (index & 7)
  return signs
}

/** Returns bytes as words of 32 bits, copied to where words may begin. */
export const toWords = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer)

/** Writes into `into`, from `at` on, in how many bits each of the vectors in `signs` differs from `wanted`. */
export function countDifferences(signs: Uint32Array, wanted: Uint32Array, into: Uint16Array, at: number): void {
  const size = wanted.length
  for (let start = 0; start + size <= signs.length; start += size) {
    let count = 0
    for (let index = 0; index < size; index++) {
      // The bits of a word, counted in pairs, then in fours, then in bytes.
      let word = signs[start + index]! ^ wanted[index]!
      word -= (word >>> 1) & 0x55555555
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
      count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    into[at + start / size] = count
  }
}

/** Returns the places of the smallest differences: at least `most` when there are as many, and at most twice as many. */
export function nearest(differences: Uint16Array, dimensions: number, most: number): number[] {
  const counts = new Uint32Array(dimensions + 1)
  for (const difference of differences) counts[difference]!++
  let [limit, sum] = [0, counts[0]!]
  while (limit < dimensions && sum < most) sum += counts[++limit]!
  const places: number[] = []
  for (const [place, difference] of differences.entries()) if (difference <= limit) places.push(place)
  return places.slice(0, 2 * most)
}

/** Returns the cosine of the angle between two vectors: 1 for the same direction. */
export function similarityOf(a: Int8Array | Float32Array, b: Int8Array | Float32Array): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index]!, b[index] ?? 0]
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB)
}
