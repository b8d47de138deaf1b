import { createHash } from 'node:crypto'

/** The largest value of a signed byte. */
const MAX_BYTE = 127

/** Quantizes a vector to one signed byte per dimension. Keeps its direction but not its length: the largest value becomes 127. */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  return Int8Array.from(vector, (value) => Math.round((value / largest) * MAX_BYTE))
}

/** Returns the key under which the vector of a text is stored. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Returns the size of a vector's sign bits in bytes: whole 32-bit words. */
export const signBytes = (dimensions: number): number => Math.ceil(dimensions / 32) * 4

/** Returns one bit per dimension: whether the value is positive. */
export function toSigns(vector: Int8Array): Uint8Array {
  const signs = new Uint8Array(signBytes(vector.length))
  for (const [index, value] of vector.entries()) if (value > 0) signs[index >> 3]! |= 1 << (index & 7)
  return signs
}

/** Returns bytes as 32-bit words, copied because words must be aligned. */
export const toWords = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer)

/** Writes the Hamming distance of `wanted` to each vector in `signs` to `into`, starting at `at`. */
export function countDifferences(signs: Uint32Array, wanted: Uint32Array, into: Uint16Array, at: number): void {
  const size = wanted.length
  for (let start = 0; start + size <= signs.length; start += size) {
    let count = 0
    for (let index = 0; index < size; index++) {
      // Population count of a word: in pairs of bits, then groups of four, then bytes.
      let word = signs[start + index]! ^ wanted[index]!
      word -= (word >>> 1) & 0x55555555
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
      count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    into[at + start / size] = count
  }
}

/** Returns the indexes of the smallest differences: at least `most` if there are that many, and at most twice as many. */
export function nearest(differences: Uint16Array, dimensions: number, most: number): number[] {
  const counts = new Uint32Array(dimensions + 1)
  for (const difference of differences) counts[difference]!++
  let [limit, sum] = [0, counts[0]!]
  while (limit < dimensions && sum < most) sum += counts[++limit]!
  const places: number[] = []
  for (const [place, difference] of differences.entries()) if (difference <= limit) places.push(place)
  return places.slice(0, 2 * most)
}

/** Returns the cosine similarity of two vectors: 1 for the same direction. */
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
