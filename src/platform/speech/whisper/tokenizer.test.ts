import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { whisperFiles } from '../models/modelFiles.ts'
import { bundledModelsDir } from '../engine.ts'
import { readTokenizer, type Tokenizer } from './tokenizer.ts'

const texts = [
  ' It was the best of times, it was the worst of times.',
  ' Für die größten Übeltäter – „nie wieder“!',
  ' ¿Qué pasó? L’été à Nîmes… São João',
  ' Привет, мир! Їжак',
  '吾輩は猫である。名前はまだ無い。',
  '今天天气很好，我们去公园吧。',
  'สวัสดีครับ ผมชื่อสมชาย',
  ' 안녕하세요 여러분',
  ' مرحبا بالعالم',
  ' नमस्ते दुनिया',
  ' שלום עולם',
  ' 🎧 café 12:30 𠮷野家',
]

let tokenizer: Tokenizer
const ids = new Map<string, number>()
beforeAll(async () => {
  tokenizer = await readTokenizer(join(bundledModelsDir, whisperFiles.tokens.path))
  for (let id = 0; id < tokenizer.size; id++) ids.set(latin(tokenizer.bytesOf(id)), id)
})

describe('the tokenizer', () => {
  it('has 50257 tokens, including all 256 bytes', () => {
    expect(tokenizer.size).toBe(50_257)
    for (let byte = 0; byte < 256; byte++) expect(ids.has(String.fromCharCode(byte))).toBe(true)
  })

  it.each(texts)('decodes %j, whatever its split into tokens', (text) => {
    for (const maxBytes of [1, 2, 3, 100]) {
      const tokens = tokenize(text, maxBytes)
      const { text: found, ends } = tokenizer.decode(tokens)
      expect(found).toBe(text)
      expect(ends).toHaveLength(tokens.length)
      expect(ends.at(-1)).toBe(text.length)
    }
  })

  it('drops an unfinished letter and ids without text', () => {
    const tokens = tokenize('あ', 1)
    expect(tokens).toHaveLength(3)
    expect(tokenizer.decode(tokens.slice(0, 2)).text).toBe('')
    expect(tokenizer.decode([...tokenize(' a', 2), ...tokens.slice(0, 2), ...tokenize(' b', 2)]).text).toBe(' a b')
    expect(tokenizer.decode([50_258, ...tokenize(' a', 2), 50_364]).text).toBe(' a')
  })
})

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** Splits a text greedily into the longest tokens, none longer than `maxBytes` bytes. */
function tokenize(text: string, maxBytes: number): number[] {
  const bytes = latin(Buffer.from(text))
  const tokens: number[] = []
  for (let at = 0; at < bytes.length;) {
    let size = Math.min(maxBytes, bytes.length - at)
    while (!ids.has(bytes.slice(at, at + size))) size--
    tokens.push(ids.get(bytes.slice(at, at + size))!)
    at += size
  }
  return tokens
}
