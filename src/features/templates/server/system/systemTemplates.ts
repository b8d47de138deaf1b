import type { SectionKind } from '#features/notes/contract.ts'
import { LOCALES, type Locale } from '#shared/locales.ts'
import { foldText } from '#shared/normalizeText.ts'
import { serverTexts } from '#platform/text/serverTexts.ts'
import { joinSections, localeOf } from '../../rules.ts'
import { CATEGORY_IDS, type CategoryId } from '../../contract.ts'
import { AUTO_TEMPLATE, SYSTEM_TEMPLATES, type SystemTemplate } from '../../system/catalogue.ts'

type SectionTexts = { readonly heading: string; readonly instruction: string }
type TemplateTexts = {
  readonly name: string
  readonly tab: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly preamble: string
  readonly sections: Readonly<Record<string, SectionTexts>>
}
type LocaleTexts = {
  readonly automatic: { readonly name: string; readonly description: string }
  readonly categories: Readonly<Record<string, string>>
  readonly templates: Readonly<Record<string, TemplateTexts>>
}

const textsIn = serverTexts<LocaleTexts>(new URL('../../system/texts/', import.meta.url))

/** A system template in one language. */
export type SystemTemplateTexts = {
  readonly id: string
  readonly category: CategoryId | ''
  readonly icon: string
  readonly icon_color: string
  readonly isLocked: boolean
  /** The locale of the texts. */
  readonly language: Locale
  readonly title: string
  readonly note_tab_name: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly preamble: string
  readonly sections: readonly (SectionTexts & { readonly kind: SectionKind })[]
  /** Preamble and sections as instructions. */
  readonly content: string
}

/** Returns all system templates in a language, in the order of the catalogue. */
export const listSystemTemplates = (language: string | undefined): SystemTemplateTexts[] =>
  SYSTEM_TEMPLATES.map((template) => toTexts(template, localeOf(language)))

/** Returns the ids of the system templates that only some plans include. */
export const listLockedTemplates = (): string[] => SYSTEM_TEMPLATES.filter(({ isLocked }) => isLocked).map(({ id }) => id)

/** Returns a system template in a language, or undefined. The id of the automatic choice is one of them. */
export function findSystemTemplate(id: string, language: string | undefined): SystemTemplateTexts | undefined {
  if (id === AUTO_TEMPLATE) return automaticTemplate(language)
  const template = SYSTEM_TEMPLATES.find((each) => each.id === id)
  return template && toTexts(template, localeOf(language))
}

function toTexts(template: SystemTemplate, locale: Locale): SystemTemplateTexts {
  const texts = textsIn(locale).templates[template.id]
  if (!texts) throw new Error(`The system template ${template.id} has no texts in ${locale}.`)
  const sections = Object.entries(texts.sections).map(([key, section]) => ({ ...section, kind: template.kinds[key] ?? 'text' }))
  const { id, category, icon, color: icon_color, isLocked } = template
  const { name: title, tab: note_tab_name, description, keywords, preamble } = texts
  const content = joinSections(preamble, sections)
  return {
    id,
    category,
    icon,
    icon_color,
    isLocked,
    language: locale,
    title,
    note_tab_name,
    description,
    keywords,
    preamble,
    sections,
    content,
  }
}

/** Returns the entry that leaves the choice to Earshot, in a language. */
export function automaticTemplate(language: string | undefined): SystemTemplateTexts {
  const locale = localeOf(language)
  const { name: title, description } = textsIn(locale).automatic
  return {
    id: AUTO_TEMPLATE,
    category: '',
    icon: 'sparkles',
    icon_color: 'green',
    isLocked: false,
    language: locale,
    title,
    note_tab_name: title,
    description,
    keywords: [],
    preamble: '',
    sections: [],
    content: '',
  }
}

/** The icon of each category, in the order in which pages show them. */
const CATEGORY_ICONS: Record<CategoryId, string> = {
  cat_general: 'file-text',
  cat_meeting: 'users',
  cat_speech: 'mic',
  cat_call: 'phone',
  cat_interview: 'message-circle',
  cat_medical: 'stethoscope',
  cat_sales: 'handshake',
  cat_consulting: 'briefcase',
  cat_education: 'book-open',
  cat_construction: 'hard-hat',
  cat_it_engineering: 'rocket',
  cat_legal: 'scale',
  cat_real_estate: 'house',
  cat_financial: 'chart-line',
  cat_functional: 'landmark',
}

export const categoryIcon = (id: CategoryId): string => CATEGORY_ICONS[id]

/** Returns the name of a category in a language; an empty text for no category. */
export const categoryName = (id: string, language: string | undefined): string => textsIn(localeOf(language)).categories[id] ?? ''

/** Returns whether a text is the id of a category. */
export const isCategory = (id: string): id is CategoryId => (CATEGORY_IDS as readonly string[]).includes(id)

/** Returns the category of an id, or of a name in any of the ten languages. No name stands for two categories. */
export function findCategory(text: string): CategoryId | undefined {
  const name = foldText(text.trim())
  return isCategory(name) ? name : (categoriesByName ??= readCategoryNames()).get(name)
}

let categoriesByName: ReadonlyMap<string, CategoryId> | undefined

/** Returns the categories by their names in all languages. */
const readCategoryNames = (): ReadonlyMap<string, CategoryId> =>
  new Map(LOCALES.flatMap((locale) => CATEGORY_IDS.map((id) => [foldText(textsIn(locale).categories[id] ?? ''), id] as const)))
