/**
 * MD5 of bytes that are passed in chunks (RFC 1321). The Web Crypto API has no MD5, and the parts of an upload are compared by
 * MD5 with what the store received.
 * @NOTE MD5 shows that two byte strings are equal. It does not prove where they come from.
 */
export class Md5 {
  readonly #state = Int32Array.of(0x67452301, -0x10325477, -0x67452302, 0x10325476)
  /** The bytes of an incomplete block. */
  readonly #pending = new Uint8Array(BLOCK)
  #filled = 0
  #length = 0

  /** Adds the next bytes. Keeps no reference to them. */
  update(bytes: Uint8Array): this {
    this.#length += bytes.length
    let offset = 0
    if (this.#filled > 0) {
      offset = Math.min(BLOCK - this.#filled, bytes.length)
      this.#pending.set(bytes.subarray(0, offset), this.#filled)
      this.#filled += offset
      if (this.#filled < BLOCK) return this
      digestBlocks(this.#state, this.#pending)
    }
    const blocksEnd = offset + Math.floor((bytes.length - offset) / BLOCK) * BLOCK
    digestBlocks(this.#state, bytes.subarray(offset, blocksEnd))
    this.#pending.set(bytes.subarray(blocksEnd))
    this.#filled = bytes.length - blocksEnd
    return this
  }

  /** Returns the hash of all bytes so far as 32 hex characters. More bytes may follow. */
  hex(): string {
    const state = this.#state.slice()
    const end = new Uint8Array(this.#filled < BLOCK - LENGTH_BYTES ? BLOCK : 2 * BLOCK)
    end.set(this.#pending.subarray(0, this.#filled))
    end[this.#filled] = 0x80
    new DataView(end.buffer).setBigUint64(end.length - LENGTH_BYTES, BigInt(this.#length) * 8n, true)
    digestBlocks(state, end)
    return Array.from(new Uint8Array(state.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}

const BLOCK = 64
const LENGTH_BYTES = 8

/** @NOTE Reads the words in the byte order of the machine, which is little-endian everywhere a browser or Node 24 runs. */
function digestBlocks(state: Int32Array, bytes: Uint8Array): void {
  if (bytes.byteOffset % Int32Array.BYTES_PER_ELEMENT !== 0) return digestBlocks(state, bytes.slice())
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / Int32Array.BYTES_PER_ELEMENT)
  for (let offset = 0; offset < words.length; offset += BLOCK / Int32Array.BYTES_PER_ELEMENT) {
    const [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!]
    round1(state, words, offset)
    round2(state, words, offset)
    round3(state, words, offset)
    round4(state, words, offset)
    state[0]! += a
    state[1]! += b
    state[2]! += c
    state[3]! += d
  }
}

const rotateLeft = (sum: number, bits: number): number => (sum << bits) | (sum >>> (32 - bits))
const ff = (a: number, b: number, c: number, d: number, x: number, bits: number): number =>
  (rotateLeft((a + (d ^ (b & (c ^ d))) + x) | 0, bits) + b) | 0
const gg = (a: number, b: number, c: number, d: number, x: number, bits: number): number =>
  (rotateLeft((a + (c ^ (d & (b ^ c))) + x) | 0, bits) + b) | 0
const hh = (a: number, b: number, c: number, d: number, x: number, bits: number): number =>
  (rotateLeft((a + (b ^ c ^ d) + x) | 0, bits) + b) | 0
const ii = (a: number, b: number, c: number, d: number, x: number, bits: number): number =>
  (rotateLeft((a + (c ^ (b | ~d)) + x) | 0, bits) + b) | 0

// The rounds are unrolled: loops over tables of shifts and constants take twice as long.
function round1(state: Int32Array, words: Int32Array, offset: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = ff(a, b, c, d, words[offset]! - 680876936, 7)
  d = ff(d, a, b, c, words[offset + 1]! - 389564586, 12)
  c = ff(c, d, a, b, words[offset + 2]! + 606105819, 17)
  b = ff(b, c, d, a, words[offset + 3]! - 1044525330, 22)
  a = ff(a, b, c, d, words[offset + 4]! - 176418897, 7)
  d = ff(d, a, b, c, words[offset + 5]! + 1200080426, 12)
  c = ff(c, d, a, b, words[offset + 6]! - 1473231341, 17)
  b = ff(b, c, d, a, words[offset + 7]! - 45705983, 22)
  a = ff(a, b, c, d, words[offset + 8]! + 1770035416, 7)
  d = ff(d, a, b, c, words[offset + 9]! - 1958414417, 12)
  c = ff(c, d, a, b, words[offset + 10]! - 42063, 17)
  b = ff(b, c, d, a, words[offset + 11]! - 1990404162, 22)
  a = ff(a, b, c, d, words[offset + 12]! + 1804603682, 7)
  d = ff(d, a, b, c, words[offset + 13]! - 40341101, 12)
  c = ff(c, d, a, b, words[offset + 14]! - 1502002290, 17)
  b = ff(b, c, d, a, words[offset + 15]! + 1236535329, 22)
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function round2(state: Int32Array, words: Int32Array, offset: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = gg(a, b, c, d, words[offset + 1]! - 165796510, 5)
  d = gg(d, a, b, c, words[offset + 6]! - 1069501632, 9)
  c = gg(c, d, a, b, words[offset + 11]! + 643717713, 14)
  b = gg(b, c, d, a, words[offset]! - 373897302, 20)
  a = gg(a, b, c, d, words[offset + 5]! - 701558691, 5)
  d = gg(d, a, b, c, words[offset + 10]! + 38016083, 9)
  c = gg(c, d, a, b, words[offset + 15]! - 660478335, 14)
  b = gg(b, c, d, a, words[offset + 4]! - 405537848, 20)
  a = gg(a, b, c, d, words[offset + 9]! + 568446438, 5)
  d = gg(d, a, b, c, words[offset + 14]! - 1019803690, 9)
  c = gg(c, d, a, b, words[offset + 3]! - 187363961, 14)
  b = gg(b, c, d, a, words[offset + 8]! + 1163531501, 20)
  a = gg(a, b, c, d, words[offset + 13]! - 1444681467, 5)
  d = gg(d, a, b, c, words[offset + 2]! - 51403784, 9)
  c = gg(c, d, a, b, words[offset + 7]! + 1735328473, 14)
  b = gg(b, c, d, a, words[offset + 12]! - 1926607734, 20)
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function round3(state: Int32Array, words: Int32Array, offset: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = hh(a, b, c, d, words[offset + 5]! - 378558, 4)
  d = hh(d, a, b, c, words[offset + 8]! - 2022574463, 11)
  c = hh(c, d, a, b, words[offset + 11]! + 1839030562, 16)
  b = hh(b, c, d, a, words[offset + 14]! - 35309556, 23)
  a = hh(a, b, c, d, words[offset + 1]! - 1530992060, 4)
  d = hh(d, a, b, c, words[offset + 4]! + 1272893353, 11)
  c = hh(c, d, a, b, words[offset + 7]! - 155497632, 16)
  b = hh(b, c, d, a, words[offset + 10]! - 1094730640, 23)
  a = hh(a, b, c, d, words[offset + 13]! + 681279174, 4)
  d = hh(d, a, b, c, words[offset]! - 358537222, 11)
  c = hh(c, d, a, b, words[offset + 3]! - 722521979, 16)
  b = hh(b, c, d, a, words[offset + 6]! + 76029189, 23)
  a = hh(a, b, c, d, words[offset + 9]! - 640364487, 4)
  d = hh(d, a, b, c, words[offset + 12]! - 421815835, 11)
  c = hh(c, d, a, b, words[offset + 15]! + 530742520, 16)
  b = hh(b, c, d, a, words[offset + 2]! - 995338651, 23)
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function round4(state: Int32Array, words: Int32Array, offset: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = ii(a, b, c, d, words[offset]! - 198630844, 6)
  d = ii(d, a, b, c, words[offset + 7]! + 1126891415, 10)
  c = ii(c, d, a, b, words[offset + 14]! - 1416354905, 15)
  b = ii(b, c, d, a, words[offset + 5]! - 57434055, 21)
  a = ii(a, b, c, d, words[offset + 12]! + 1700485571, 6)
  d = ii(d, a, b, c, words[offset + 3]! - 1894986606, 10)
  c = ii(c, d, a, b, words[offset + 10]! - 1051523, 15)
  b = ii(b, c, d, a, words[offset + 1]! - 2054922799, 21)
  a = ii(a, b, c, d, words[offset + 8]! + 1873313359, 6)
  d = ii(d, a, b, c, words[offset + 15]! - 30611744, 10)
  c = ii(c, d, a, b, words[offset + 6]! - 1560198380, 15)
  b = ii(b, c, d, a, words[offset + 13]! + 1309151649, 21)
  a = ii(a, b, c, d, words[offset + 4]! - 145523070, 6)
  d = ii(d, a, b, c, words[offset + 11]! - 1120210379, 10)
  c = ii(c, d, a, b, words[offset + 2]! + 718787259, 15)
  b = ii(b, c, d, a, words[offset + 9]! - 343485551, 21)
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}
