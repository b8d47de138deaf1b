import { describe, expect, it } from 'vitest'
import { sameAsEnglish } from './sameAsEnglish.ts'
import { listFiles, readText } from './sourceTree.ts'

const LOCALES = ['en_US', 'es_ES', 'fr_FR', 'de_DE', 'it_IT', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_CN', 'zh_TW']
const PLURAL = /_(zero|one|two|few|many|other)$/

type Messages = ReadonlyMap<string, string>

const messageFiles = listFiles('src').filter((path) => /\/(messages|server\/texts)\/[^/]+\.json$/.test(path))
const folders = [...new Set(messageFiles.map((path) => path.slice(0, path.lastIndexOf('/'))))]
const readMessages = (folder: string, locale: string): Messages => flatten(JSON.parse(readText(`${folder}/${locale}.json`)))
const otherLocales = LOCALES.filter((locale) => locale !== 'en_US')
const folderLocalePairs = folders
  .flatMap((folder) => otherLocales.map((locale) => [folder, locale] as const))
  .filter(([folder, locale]) => isComplete(folder, locale))

describe('messages', () => {
  it.each(folders)('%s has all ten languages (A§9)', (folder) => {
    const presentLocales = messageFiles
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1, -'.json'.length))
    expect(presentLocales.sort()).toEqual([...LOCALES].sort())
  })

  it.each(folderLocalePairs)('%s in %s has the keys of English with the plural forms of its language', (folder, locale) => {
    const [english, messages] = [readMessages(folder, 'en_US'), readMessages(folder, locale)]
    expect(expectedKeys(english, locale).filter((key) => !messages.has(key))).toEqual([])
    const knownStems = new Set([...english.keys()].map(withoutPluralSuffix))
    expect([...messages.keys()].filter((key) => !knownStems.has(withoutPluralSuffix(key)))).toEqual([])
  })

  it.each(folderLocalePairs)('%s in %s has the placeholders of English', (folder, locale) => {
    const [english, messages] = [readMessages(folder, 'en_US'), readMessages(folder, locale)]
    const wrongPlaceholders = [...messages].filter(([key, message]) => {
      const englishMessage = english.get(key) ?? english.get(`${withoutPluralSuffix(key)}_other`) ?? ''
      return placeholdersOf(message, key) !== placeholdersOf(englishMessage, key)
    })
    expect(wrongPlaceholders).toEqual([])
  })

  it.each(folderLocalePairs)('%s in %s is translated', (folder, locale) => {
    const english = readMessages(folder, 'en_US')
    const untranslated = [...readMessages(folder, locale)].filter(
      ([key, message]) => message === english.get(key) && isProse(message) && !isListedAsSame(message, locale),
    )
    expect(untranslated).toEqual([])
  })

  it.each(folders)('%s has no empty text', (folder) => {
    const presentLocales = LOCALES.filter((locale) => messageFiles.includes(`${folder}/${locale}.json`))
    expect(
      presentLocales.flatMap((locale) => [...readMessages(folder, locale)].filter(([, message]) => message.trim() === '')),
    ).toEqual([])
  })
})

describe('the list of texts equal to English', () => {
  it('contains only texts that are used', () => {
    const usedTexts = new Set(
      folders
        .filter((folder) => messageFiles.includes(`${folder}/en_US.json`))
        .flatMap((folder) => [...readMessages(folder, 'en_US').values()]),
    )
    expect(Object.keys(sameAsEnglish).filter((message) => !usedTexts.has(message))).toEqual([])
  })
})

function isComplete(folder: string, locale: string): boolean {
  return messageFiles.includes(`${folder}/en_US.json`) && messageFiles.includes(`${folder}/${locale}.json`)
}

function flatten(messages: Record<string, unknown>, prefix = ''): Messages {
  return new Map(
    Object.entries(messages).flatMap(([key, message]): [string, string][] =>
      typeof message === 'string'
        ? [[prefix + key, message]]
        : [...flatten(message as Record<string, unknown>, `${prefix}${key}.`)],
    ),
  )
}

function withoutPluralSuffix(key: string): string {
  return key.replace(PLURAL, '')
}

/** Returns the English keys that this language needs: `_one` only if the language has that form, `_other` always. */
function expectedKeys(english: Messages, locale: string): string[] {
  const forms = new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions().pluralCategories
  return [...english.keys()].filter((key) => {
    const form = PLURAL.exec(key)?.[1]
    return form === undefined || !english.has(`${withoutPluralSuffix(key)}_other`) || forms.includes(form as Intl.LDMLPluralRule)
  })
}

/** Returns the placeholders and tags, sorted. `count` may be missing in a plural form ("one file"). */
function placeholdersOf(message: string, key: string): string {
  const names = [...message.matchAll(/\{\{\s*([^}]+?)\s*\}\}|<\/?(\w+)\s*\/?>/g)].map((match) => match[1] ?? `<${match[2]}>`)
  return [...new Set(names)]
    .filter((name) => !(PLURAL.test(key) && name.startsWith('count')))
    .sort()
    .join(' ')
}

function isProse(message: string): boolean {
  return /\p{L}{2}/u.test(message.replace(/\{\{[^}]*\}\}/g, ''))
}

function isListedAsSame(message: string, locale: string): boolean {
  const entry = sameAsEnglish[message]
  return entry !== undefined && (entry.locales === 'all' || entry.locales.includes(locale))
}
