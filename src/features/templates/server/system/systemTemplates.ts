import { LOCALES, type Locale } from '#shared/locales.ts'
import { foldText } from '#shared/normalizeText.ts'
import { joinSections, localeOf } from '../../rules.ts'
import { CATEGORY_IDS, type CategoryId } from '../../contract.ts'
import { AUTO_TEMPLATE, SYSTEM_TEMPLATES, type SystemTemplate } from '../../system/catalogue.ts'
import deTexts from '../../system/texts/de_DE.json' with { type: 'json' }
import enTexts from '../../system/texts/en_US.json' with { type: 'json' }
import esTexts from '../../system/texts/es_ES.json' with { type: 'json' }
import frTexts from '../../system/texts/fr_FR.json' with { type: 'json' }
import itTexts from '../../system/texts/it_IT.json' with { type: 'json' }
import jaTexts from '../../system/texts/ja_JP.json' with { type: 'json' }
import koTexts from '../../system/texts/ko_KR.json' with { type: 'json' }
import ptTexts from '../../system/texts/pt_PT.json' with { type: 'json' }
import zhCnTexts from '../../system/texts/zh_CN.json' with { type: 'json' }
import zhTwTexts from '../../system/texts/zh_TW.json' with { type: 'json' }

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
  readonly categories: Readonly<Record<string, string>>
  readonly templates: Readonly<Record<string, TemplateTexts>>
}

const TEXTS: Record<Locale, LocaleTexts> = {
  en_US: enTexts as LocaleTexts,
  es_ES: esTexts as LocaleTexts,
  fr_FR: frTexts as LocaleTexts,
  de_DE: deTexts as LocaleTexts,
  it_IT: itTexts as LocaleTexts,
  ja_JP: jaTexts as LocaleTexts,
  ko_KR: koTexts as LocaleTexts,
  pt_PT: ptTexts as LocaleTexts,
  zh_CN: zhCnTexts as LocaleTexts,
  zh_TW: zhTwTexts as LocaleTexts,
}

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
  readonly sections: readonly (SectionTexts & Pick<SystemTemplate['sections'][number], 'kind'>)[]
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
  const texts = TEXTS[locale].templates[template.id]
  if (!texts) throw new Error(`The system template ${template.id} has no texts in ${locale}.`)
  const sections = template.sections.map(({ key, kind }) => {
    const section = texts.sections[key]
    if (!section) throw new Error(`The system template ${template.id} has no section ${key} in ${locale}.`)
    return { ...section, kind }
  })
  const { id, category, icon, color: icon_color, isLocked } = template
  const { name: title, tab: note_tab_name, description, keywords, preamble } = texts
  const content = joinSections(preamble, sections)
  return {
    ...{ id, category, icon, icon_color, isLocked, language: locale },
    ...{ title, note_tab_name, description, keywords, preamble, sections, content },
  }
}

/** Returns the entry that leaves the choice to Earshot, in a language. */
export function automaticTemplate(language: string | undefined): SystemTemplateTexts {
  const locale = localeOf(language)
  const [title, description] = AUTOMATIC[locale]
  return {
    ...{ id: AUTO_TEMPLATE, category: '', icon: 'sparkles', icon_color: 'green', isLocked: false, language: locale },
    ...{ title, note_tab_name: title, description, keywords: [], preamble: '', sections: [], content: '' },
  }
}

const AUTOMATIC: Record<Locale, readonly [name: string, description: string]> = {
  en_US: ['Automatic', 'Chosen to fit the recording.'],
  es_ES: ['Automática', 'Elegida según la grabación.'],
  fr_FR: ['Automatique', 'Choisi selon l’enregistrement.'],
  de_DE: ['Automatisch', 'Passend zur Aufnahme gewählt.'],
  it_IT: ['Automatico', 'Scelto in base alla registrazione.'],
  ja_JP: ['自動', '録音に合わせて選ばれます。'],
  ko_KR: ['자동', '녹음에 맞게 선택됩니다.'],
  pt_PT: ['Automático', 'Escolhido de acordo com a gravação.'],
  zh_CN: ['自动', '根据录音内容选择。'],
  zh_TW: ['自動', '依錄音內容選擇。'],
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
export const categoryName = (id: string, language: string | undefined): string => TEXTS[localeOf(language)].categories[id] ?? ''

/** Returns whether a text is the id of a category. */
export const isCategory = (id: string): id is CategoryId => (CATEGORY_IDS as readonly string[]).includes(id)

/** Returns the category of an id, or of a name in any of the ten languages. No name stands for two categories. */
export function findCategory(text: string): CategoryId | undefined {
  const name = foldText(text.trim())
  if (isCategory(name)) return name
  return CATEGORY_IDS.find((id) => LOCALES.some((locale) => foldText(TEXTS[locale].categories[id] ?? '') === name))
}
