import { describe, expect, it } from 'vitest'
import { alike } from './alike.ts'
import { files, text } from './tree.ts'

const LOCALES = ['en_US', 'es_ES', 'fr_FR', 'de_DE', 'it_IT', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_CN', 'zh_TW']
const PLURAL = /_(zero|one|two|few|many|other)$/

type Words = ReadonlyMap<string, string>

const found = files('src').filter((path) => /\/messages\/[^/]+\.json$/.test(path))
const folders = [...new Set(found.map((path) => path.slice(0, path.lastIndexOf('/'))))]
const read = (folder: string, locale: string): Words => flat(JSON.parse(text(`${folder}/${locale}.json`)))
const others = LOCALES.filter((locale) => locale !== 'en_US')
const pairs = folders
  .flatMap((folder) => others.map((locale) => [folder, locale] as const))
  .filter(([folder, locale]) => complete(folder, locale))

describe('messages', () => {
  it.each(folders)('%s has all ten languages (A§9)', (folder) => {
    const spoken = found
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1, -'.json'.length))
    expect(spoken.sort()).toEqual([...LOCALES].sort())
  })

  it.each(pairs)('%s in %s has the keys of English with the plural forms of its language', (folder, locale) => {
    const [english, words] = [read(folder, 'en_US'), read(folder, locale)]
    expect(expectedKeys(english, locale).filter((key) => !words.has(key))).toEqual([])
    const known = new Set([...english.keys()].map(stem))
    expect([...words.keys()].filter((key) => !known.has(stem(key)))).toEqual([])
  })

  it.each(pairs)('%s in %s has the placeholders of English', (folder, locale) => {
    const [english, words] = [read(folder, 'en_US'), read(folder, locale)]
    const wrong = [...words].filter(([key, said]) => {
      const model = english.get(key) ?? english.get(`${stem(key)}_other`) ?? ''
      return places(said, key) !== places(model, key)
    })
    expect(wrong).toEqual([])
  })

  it.each(pairs)('%s in %s is translated', (folder, locale) => {
    const english = read(folder, 'en_US')
    const left = [...read(folder, locale)].filter(
      ([key, said]) => said === english.get(key) && isProse(said) && !mayBeAlike(said, locale),
    )
    expect(left).toEqual([])
  })

  it.each(folders)('%s has no empty text', (folder) => {
    const spoken = LOCALES.filter((locale) => found.includes(`${folder}/${locale}.json`))
    expect(spoken.flatMap((locale) => [...read(folder, locale)].filter(([, said]) => said.trim() === ''))).toEqual([])
  })
})

describe('the list of texts equal to English', () => {
  it('contains only texts that are used', () => {
    const used = new Set(
      folders.filter((folder) => found.includes(`${folder}/en_US.json`)).flatMap((folder) => [...read(folder, 'en_US').values()]),
    )
    expect(Object.keys(alike).filter((said) => !used.has(said))).toEqual([])
  })
})

function complete(folder: string, locale: string): boolean {
  return found.includes(`${folder}/en_US.json`) && found.includes(`${folder}/${locale}.json`)
}

function flat(words: Record<string, unknown>, before = ''): Words {
  return new Map(
    Object.entries(words).flatMap(([key, said]): [string, string][] =>
      typeof said === 'string' ? [[before + key, said]] : [...flat(said as Record<string, unknown>, `${before}${key}.`)],
    ),
  )
}

function stem(key: string): string {
  return key.replace(PLURAL, '')
}

/** Returns the English keys this language needs: `_one` only if the language has that form, `_other` always. */
function expectedKeys(english: Words, locale: string): string[] {
  const forms = new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions().pluralCategories
  return [...english.keys()].filter((key) => {
    const form = PLURAL.exec(key)?.[1]
    return form === undefined || !english.has(`${stem(key)}_other`) || forms.includes(form as Intl.LDMLPluralRule)
  })
}

/** Returns the placeholders and tags, sorted. `count` may be missing in a plural form ("one file"). */
function places(said: string, key: string): string {
  const names = [...said.matchAll(/\{\{\s*([^}]+?)\s*\}\}|<\/?(\w+)\s*\/?>/g)].map((match) => match[1] ?? `<${match[2]}>`)
  return [...new Set(names)]
    .filter((name) => !(PLURAL.test(key) && name.startsWith('count')))
    .sort()
    .join(' ')
}

function isProse(said: string): boolean {
  return /\p{L}{2}/u.test(said.replace(/\{\{[^}]*\}\}/g, ''))
}

function mayBeAlike(said: string, locale: string): boolean {
  const entry = alike[said]
  return entry !== undefined && (entry.in === 'all' || entry.in.includes(locale))
}
