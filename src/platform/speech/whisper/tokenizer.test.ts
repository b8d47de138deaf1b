import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { whisperFiles } from '../models/modelFiles.ts'
import { bundledModelsDir } from '../engine.ts'
import { readTokenizer, type Tokenizer, tokenWords } from './tokenizer.ts'
import { joinWords } from '../languages.ts'
import type { Word } from '../speech.ts'

describe('tokenizer', () => {
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
})

/** Returns the text decoded from tokens with these texts. */
const decoded = (...pieces: string[]) => {
  let text = ''
  const ends = pieces.map((piece) => (text += piece).length)
  return { text, ends }
}
const joined = (words: readonly { text: string; confidence: number }[], language: string) =>
  joinWords(
    words.map(({ text, confidence }): Word => [0, 0, text, confidence]),
    language,
  )
const wordsOf = (text: string) =>
  tokenWords(
    decoded(...text),
    Array.from(text, () => 0),
    /[ก-๙]/.test(text) ? 'th' : 'ja',
  )

describe('tokenWords', () => {
  it('splits at spaces, keeps punctuation and removes the spaces', () => {
    const words = tokenWords(decoded(' It', ' was', ',', ' Dick', 'ens', '.'), [0, 0, 0, 0, 0, 0], 'en')
    expect(words.map(({ text }) => text)).toEqual(['It', 'was,', 'Dickens.'])
    expect(joined(words, 'en')).toBe('It was, Dickens.')
  })

  it('returns the mean probability of its tokens as the confidence of a word', () => {
    const words = tokenWords(decoded(' It', ' Dick', 'ens'), [Math.log(0.9), Math.log(0.8), Math.log(0.2)], 'en')
    expect(words[0]?.confidence).toBeCloseTo(0.9, 6)
    expect(words[1]?.confidence).toBeCloseTo(0.4, 6)
  })

  it('counts the tokens at the beginning of a multi-token letter', () => {
    const words = tokenWords({ text: ' a é', ends: [2, 3, 4] }, [0, Math.log(0.5), Math.log(0.5)], 'en')
    expect(words.map(({ confidence }) => confidence)).toEqual([1, 0.5])
  })

  it.each([
    '吾輩は猫である。名前はまだ無い。',
    '「はい」と言った。（笑）',
    'สวัสดีครับ ผมชื่อสมชาย',
    'これは API です。Hello World と言う',
  ])('joins back to the same text in a language without spaces: %s', (text) => {
    const words = wordsOf(text)
    expect(words.length).toBeGreaterThan(2)
    expect(words.every((word) => /^\S/.test(word.text) && /[\p{L}\p{N}]/u.test(word.text))).toBe(true)
    expect(joined(words, 'th')).toBe(text)
  })

  it('puts an opening quote into the following word and a closing one into the previous word', () => {
    expect(wordsOf('「はい」と').map(({ text }) => text)).toEqual(['「はい」', 'と'])
  })

  it('returns no words without text', () => {
    expect(tokenWords(decoded(' '), [0], 'en')).toEqual([])
    expect(tokenWords(decoded(' '), [0], 'ja')).toEqual([])
  })
})
