import { describe, expect, it } from 'vitest'
import { DOCUMENTS } from '#features/site/rules.ts'
import { LOCALES } from '#shared/locales.ts'
import { listFiles, readText } from './sourceTree.ts'

/** Documents in which bold is emphasis. Only their titles are names in the app. */
const LEGAL_DOCUMENTS = ['cookie-policy', 'privacy', 'user-agreement']
/**
 * How a name appears in a text: as its title, in bold, in the quotation marks of the language, or both. Bold cannot end with “…”
 * before a letter.
 */
const NAME_PATTERN = /^# (.+)$|\*\*(.+?)\*\*|「(.+?)」|“(.+?)”/g

const folders = listFiles('src').flatMap((path) => /^(.*\/messages)\/en_US\.json$/.exec(path)?.slice(1) ?? [])
const englishMessages = messagesOf('en_US')
const documentLocalePairs = DOCUMENTS.flatMap((name) =>
  LOCALES.filter((locale) => locale !== 'en_US').map((locale) => [name, locale] as const),
)

describe('names of buttons and pages in the public documents (A§2)', () => {
  it.each(DOCUMENTS)('%s contains some', (name) => {
    expect(readLines(name, 'en_US').flatMap(keysOfNames)).not.toEqual([])
  })

  it.each(documentLocalePairs)('%s in %s uses them exactly as on screen', (name, locale) => {
    const [messages, translatedLines] = [messagesOf(locale), readLines(name, locale)]
    const mismatches = readLines(name, 'en_US').flatMap((line, index) => {
      const namesThere = findNames(translatedLines[index] ?? '')
      return keysOfNames(line)
        .map((keys) => keys.flatMap((key) => messages.get(key) ?? []))
        .filter((messageTexts) => !messageTexts.some((candidate) => namesThere.includes(candidate)))
        .map((messageTexts) => ({ line: index + 1, expected: messageTexts, namesThere }))
    })
    expect(mismatches).toEqual([])
  })
})

/**
 * Returns, for each name in the line, the message keys with that text. Names that are not messages (headings, emphasis) are
 * excluded.
 */
function keysOfNames(line: string): string[][] {
  return findNames(line)
    .map((name) => [...englishMessages].flatMap(([key, messageTexts]) => (messageTexts === name ? [key] : [])))
    .filter((keys) => keys.length > 0)
}

function findNames(line: string): string[] {
  return [...line.matchAll(NAME_PATTERN)].flatMap(
    (match) => (match[1] ?? match[2] ?? match[3] ?? match[4])?.replaceAll('**', '') ?? [],
  )
}

function readLines(name: string, locale: string): string[] {
  return readText(`src/features/site/web/documents/${name}/${locale}.md`)
    .split('\n')
    .slice(0, LEGAL_DOCUMENTS.includes(name) ? 1 : undefined)
}

/** Returns every message of a language by folder and key. */
function messagesOf(locale: string): Map<string, string> {
  return new Map(
    folders.flatMap((folder) =>
      Object.entries(JSON.parse(readText(`${folder}/${locale}.json`)) as Record<string, string>).map(
        ([key, messageTexts]): [string, string] => [`${folder} ${key}`, messageTexts],
      ),
    ),
  )
}
