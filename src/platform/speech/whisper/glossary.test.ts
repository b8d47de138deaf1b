import { describe, expect, it } from 'vitest'
import { isBetterWithTerms, resemblingTerms } from './glossary.ts'

const words = (text: string, confidence = 0.4) => text.split(' ').map((word) => ({ text: word, confidence }))
const glossary = ['Okafor', 'Kowloon', 'Giancarlo Fisichella', 'Lord Byron', 'Byrne', 'Mašhad']

describe('resemblingTerms', () => {
  it('returns the terms that resemble doubtful words, the most similar first', () => {
    expect(resemblingTerms(words('we met Dr. Okaphor at the ufer von Kowloom'), ['Kasese', 'Okafor', 'Kowloon'])).toEqual([
      'Kowloon',
      'Okafor',
    ])
    expect(resemblingTerms(words('a machade de mashade'), glossary)).toEqual(['Mašhad'])
  })

  it('recognizes a name that was split into words or joined', () => {
    expect(resemblingTerms(words('then Oka for spoke'), glossary)).toEqual(['Okafor'])
    expect(resemblingTerms(words('then jancarlo fizi kela spoke'), glossary)).toEqual(['Giancarlo Fisichella'])
  })

  it('accepts words with a high confidence, and words that are terms', () => {
    expect(resemblingTerms(words('we met Okaphor', 0.9), glossary)).toEqual([])
    expect(resemblingTerms(words('recorded by Lord Byron.'), glossary)).toEqual([])
    expect(resemblingTerms(words('recorded by Byron'), glossary)).toContain('Byrne')
  })

  it('returns at most eight terms, and none for an empty glossary', () => {
    expect(
      resemblingTerms(
        words('Kovloom'),
        Array.from('abcdefghijkl', (letter) => `Kowloo${letter}`),
      ),
    ).toHaveLength(8)
    expect(resemblingTerms(words('Kovloom'), [])).toEqual([])
  })
})

describe('isBetterWithTerms', () => {
  const without = { words: words('we met Dr. Okaphor at noon'), meanLogProb: -0.3 }

  it('accepts a text with a term that is about as likely and not truncated', () => {
    const better = { words: words('we met Dr. Okafor at noon'), meanLogProb: -0.35 }
    expect(isBetterWithTerms(without, better, ['Okafor'])).toBe(true)
    expect(isBetterWithTerms(without, better, ['Kowloon'])).toBe(false)
    expect(isBetterWithTerms(without, { ...better, meanLogProb: -0.45 }, ['Okafor'])).toBe(false)
    expect(isBetterWithTerms(without, { ...better, words: words('Dr. Okafor') }, ['Okafor'])).toBe(false)
  })
})
