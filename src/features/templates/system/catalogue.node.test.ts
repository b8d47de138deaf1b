import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '#shared/locales.ts'
import { CATEGORY_IDS } from '../contract.ts'
import { TEMPLATE_COLORS } from '../rules/templateColors.ts'
import { AUTO_TEMPLATE, SYSTEM_TEMPLATES } from './catalogue.ts'

const TEXTS = new URL('./texts/', import.meta.url)

type TemplateTexts = {
  name: string
  tab: string
  description: string
  keywords: string[]
  preamble: string
  sections: Record<string, { heading: string; instruction: string }>
}
type Texts = { categories: Record<string, string>; templates: Record<string, TemplateTexts> }

/** Texts that are rightly the same as in English. */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  Interview: ['de_DE'],
  Memo: ['de_DE'],
  Brainstorming: ['de_DE'],
  Ticket: ['de_DE'],
  Problem: ['de_DE'],
  Motivation: ['de_DE', 'fr_FR'],
  Usability: ['de_DE'],
  SOAP: ['de_DE', 'ja_JP'],
  Plan: ['de_DE', 'es_ES', 'fr_FR'],
  Workshop: ['de_DE'],
  'Kick-off': ['de_DE'],
  Seminar: ['de_DE'],
  'Stand-up': ['de_DE'],
  Retro: ['de_DE'],
  General: ['es_ES'],
  Ideas: ['es_ES'],
  Roles: ['es_ES'],
  Construction: ['fr_FR'],
  Finance: ['fr_FR'],
  Notes: ['fr_FR'],
  Sources: ['fr_FR'],
  Conditions: ['fr_FR'],
  Interventions: ['fr_FR'],
  Positions: ['fr_FR'],
  Corrections: ['fr_FR'],
  Incident: ['fr_FR'],
  Questions: ['fr_FR'],
  Causes: ['fr_FR'],
  Parties: ['fr_FR'],
}

const readTexts = (locale: string) => JSON.parse(readFileSync(new URL(`${locale}.json`, TEXTS), 'utf8')) as Texts
const templatesOf = (locale: string) => Object.entries(readTexts(locale).templates)
const ids = SYSTEM_TEMPLATES.map(({ id }) => id)

describe('the catalogue of system templates', () => {
  it('has 36 templates with ids of their own, none of which is the one for Auto', () => {
    expect(new Set(ids).size).toBe(36)
    expect(ids.filter((id) => !/^[A-Z]+(-[A-Z]+)*$/.test(id))).toEqual([])
    expect(ids).not.toContain(AUTO_TEMPLATE)
  })

  it('uses every category, each icon once, and colors of the list', () => {
    expect([...new Set(SYSTEM_TEMPLATES.map(({ category }) => category))].sort()).toEqual([...CATEGORY_IDS].sort())
    expect(duplicates(SYSTEM_TEMPLATES.map(({ icon }) => icon))).toEqual([])
    expect(SYSTEM_TEMPLATES.filter(({ color }) => !TEMPLATE_COLORS.includes(color))).toEqual([])
  })

  it('locks eight to ten templates', () => {
    const lockedTemplates = SYSTEM_TEMPLATES.filter(({ isLocked }) => isLocked)
    expect(lockedTemplates.length).toBeGreaterThanOrEqual(8)
    expect(lockedTemplates.length).toBeLessThanOrEqual(10)
  })

  it.each(SYSTEM_TEMPLATES)('$id has three to seven sections, of which only text repeats its kind', ({ id, kinds }) => {
    const sections = Object.keys(readTexts('en_US').templates[id]?.sections ?? {})
    expect(sections.length).toBeGreaterThanOrEqual(3)
    expect(sections.length).toBeLessThanOrEqual(7)
    expect(Object.keys(kinds).filter((key) => !sections.includes(key))).toEqual([])
    expect(duplicates(Object.values(kinds))).toEqual([])
    expect(Object.values(kinds)).not.toContain('text')
  })
})

describe('the texts of the system templates', () => {
  it('are there in ten languages', () => {
    expect(readdirSync(TEXTS).sort()).toEqual([...LOCALES].sort().map((locale) => `${locale}.json`))
  })

  it.each(LOCALES)('in %s name every category and template in the order of the catalogue, and every section', (locale) => {
    const { categories, templates } = readTexts(locale)
    const { templates: english } = readTexts('en_US')
    expect(Object.keys(categories)).toEqual([...CATEGORY_IDS])
    expect(Object.keys(templates)).toEqual(ids)
    for (const id of ids)
      expect([id, ...Object.keys(templates[id]?.sections ?? {})]).toEqual([id, ...Object.keys(english[id]!.sections)])
  })

  it.each(LOCALES)('in %s have the keys of English', (locale) => {
    expect(keysOf(readTexts(locale))).toEqual(keysOf(readTexts('en_US')))
  })

  it.each(LOCALES)('in %s fit their places', (locale) => {
    const tooLong = templatesOf(locale).flatMap(([id, texts]) =>
      [
        { text: texts.name, limit: 40 },
        { text: texts.tab, limit: 20 },
        { text: texts.description, limit: 100 },
        { text: texts.preamble, limit: 240 },
        ...Object.values(texts.sections).flatMap(({ heading, instruction }) => [
          { text: heading, limit: 40 },
          { text: instruction, limit: 90 },
        ]),
      ].flatMap(({ text, limit }) => (text.length > limit ? [`${id}: ${text}`] : [])),
    )
    expect(tooLong).toEqual([])
  })

  it.each(LOCALES)('in %s are neither empty nor untidy', (locale) => {
    const untidy = textsOf(readTexts(locale)).filter(
      ([, text]) => text.trim() === '' || text !== text.trim() || /\s\s|["'{}#]/.test(text),
    )
    expect(untidy).toEqual([])
  })

  it.each(LOCALES)('in %s distinguish the templates and the sections of each', (locale) => {
    const templates = templatesOf(locale).map(([, texts]) => texts)
    expect(duplicates(templates.map(({ name }) => name))).toEqual([])
    expect(duplicates(templates.map(({ tab }) => tab))).toEqual([])
    expect(templates.flatMap(({ sections }) => duplicates(Object.values(sections).map(({ heading }) => heading)))).toEqual([])
  })

  it.each(LOCALES)('in %s have four to eight keywords each, of letters, digits and spaces, without repeats', (locale) => {
    const wrong = templatesOf(locale).flatMap(([id, { keywords }]) =>
      keywords.length < 4 || keywords.length > 8 || duplicates(keywords).length > 0 ? [id] : [],
    )
    expect(wrong).toEqual([])
    // They are compared with what was said, which is read without punctuation.
    const all = templatesOf(locale).flatMap(([, { keywords }]) => keywords)
    expect(all.filter((keyword) => !/^[\p{L}\p{M}\p{N} ]+$/u.test(keyword))).toEqual([])
  })

  it.each(LOCALES.filter((locale) => locale !== 'en_US'))('in %s are translated', (locale) => {
    const english = new Map(textsOf(readTexts('en_US')))
    const untranslated = textsOf(readTexts(locale)).filter(
      ([key, text]) => !key.includes('.keywords.') && text === english.get(key) && !SAME_AS_ENGLISH[text]?.includes(locale),
    )
    expect(untranslated).toEqual([])
  })

  it('are the same as in English only where the list says so', () => {
    const english = new Map(textsOf(readTexts('en_US')))
    const isSame = (text: string, locale: string) =>
      textsOf(readTexts(locale)).some(([key, translation]) => translation === text && english.get(key) === text)
    const unused = Object.entries(SAME_AS_ENGLISH).flatMap(([text, locales]) =>
      locales.filter((locale) => !isSame(text, locale)).map((locale) => `${text} in ${locale}`),
    )
    expect(unused).toEqual([])
  })
})

/** Returns every text with its path: `templates.MEETING.sections.open.heading`. */
function textsOf(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, entry]: [string, string | object]): [string, string][] =>
    typeof entry === 'string' ? [[prefix + key, entry]] : textsOf(entry, `${prefix}${key}.`),
  )
}

/** Returns the paths of all texts. The number of keywords may differ by language. */
function keysOf(texts: Texts): string[] {
  return [...new Set(textsOf(texts).map(([key]) => key.replace(/\.keywords\.\d+$/, '.keywords')))]
}

function duplicates(texts: readonly string[]): string[] {
  return texts.filter((text, n) => texts.indexOf(text) !== n)
}
