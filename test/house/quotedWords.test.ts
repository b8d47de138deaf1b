import { describe, expect, it } from 'vitest'
import { DOCUMENTS } from '#app/web/pages/public/documents.ts'
import { LOCALES } from '#ui/locales.ts'
import { files, text } from './tree.ts'

/** Documents in which bold is emphasis. Only their titles are names of the app. */
const LEGAL = ['cookie-policy', 'privacy', 'user-agreement']
/**
 * How a name appears in a text: as its title, in bold, in the quotation marks of the language, or both. Bold cannot end with “…”
 * before a letter.
 */
const NAMES = /^# (.+)$|\*\*(.+?)\*\*|「(.+?)」|“(.+?)”/g

const folders = files('src').flatMap((path) => /^(.*\/messages)\/en_US\.json$/.exec(path)?.slice(1) ?? [])
const english = wordsOf('en_US')
const pairs = DOCUMENTS.flatMap((name) => LOCALES.filter((locale) => locale !== 'en_US').map((locale) => [name, locale] as const))

describe('names of buttons and pages in the public documents (A§2)', () => {
  it.each(DOCUMENTS)('%s contains some', (name) => {
    expect(linesOf(name, 'en_US').flatMap(keysNamed)).not.toEqual([])
  })

  it.each(pairs)('%s in %s uses them exactly as on screen', (name, locale) => {
    const [words, lines] = [wordsOf(locale), linesOf(name, locale)]
    const wrong = linesOf(name, 'en_US').flatMap((line, index) => {
      const there = namesIn(lines[index] ?? '')
      return keysNamed(line)
        .map((keys) => keys.flatMap((key) => words.get(key) ?? []))
        .filter((said) => !said.some((one) => there.includes(one)))
        .map((said) => ({ line: index + 1, expected: said, there }))
    })
    expect(wrong).toEqual([])
  })
})

/**
 * Returns, for each name in the line, the message keys with that text. Names that are not a message (headings, emphasis) are left
 * out.
 */
function keysNamed(line: string): string[][] {
  return namesIn(line)
    .map((name) => [...english].flatMap(([key, said]) => (said === name ? [key] : [])))
    .filter((keys) => keys.length > 0)
}

function namesIn(line: string): string[] {
  return [...line.matchAll(NAMES)].flatMap((match) => (match[1] ?? match[2] ?? match[3] ?? match[4])?.replaceAll('**', '') ?? [])
}

function linesOf(name: string, locale: string): string[] {
  return text(`src/app/web/documents/${name}/${locale}.md`)
    .split('\n')
    .slice(0, LEGAL.includes(name) ? 1 : undefined)
}

/** Returns every message of a language by folder and key. */
function wordsOf(locale: string): Map<string, string> {
  return new Map(
    folders.flatMap((folder) =>
      Object.entries(JSON.parse(text(`${folder}/${locale}.json`)) as Record<string, string>).map(
        ([key, said]): [string, string] => [`${folder} ${key}`, said],
      ),
    ),
  )
}
