import { LOCALES, type Locale } from '#shared/locales.ts'
import { unixSeconds } from '#shared/units.ts'
import type { TemplateItem, TemplateTexts, TemplateVersion, TranslationState } from '../contract.ts'
import { isVisible, languageBadge } from '../rules.ts'
import type { VersionRecord } from './community/storeCommunity.ts'
import type { TranslationRecord } from './community/storeTranslations.ts'
import type { ListedTemplate } from './listed.ts'
import { categoryName } from './system/systemTemplates.ts'

/** The user who reads templates, and how. */
export type Reader = {
  readonly userId: string
  /** The nickname, as the author of own templates. */
  readonly nickname: string
  readonly locale: Locale
  /** Whether the plan includes locked, community and own templates. */
  readonly plan: { readonly locked: boolean; readonly community: boolean; readonly custom: boolean }
  /** A reviewer sees what the author sees. */
  readonly isReviewer: boolean
}

/** What is known about a template beside its own row. */
export type ItemFacts = {
  readonly uses: number
  readonly translation: TranslationState
  readonly translated: TranslationRecord | null
  readonly translatedLanguages: readonly string[]
}

export const SYSTEM_AUTHOR = 'Earshot'

/** Returns a template in its wire format (B§3), under the names of the specification and those of other clients. */
export function toItem(listed: ListedTemplate, reader: Reader, facts: ItemFacts): TemplateItem {
  const own = describe(listed, reader)
  const { id, kind } = listed
  const languages = kind === 'system' ? [...LOCALES] : [...new Set([own.language, ...facts.translatedLanguages])]
  const category = categoryName(own.category, reader.locale)
  const isLocked = kind === 'system' ? own.isLocked && !reader.plan.locked : !reader.plan[kind]
  return {
    ...{ id, template_id: id, type: id, custom_type: kind, calc_type: 'NEW' },
    custom_status: own.isMine ? 'saveAsTemplate' : '',
    ...{ name: own.name, title: own.name, note_tab_name: own.tab, content: own.content },
    ...{ description: own.description, description_short: own.description, description_long: own.description },
    pre_markdown: kind === 'system' ? own.content : '',
    ...{ category, category_name: category, category_id: own.category },
    ...{ icon: own.icon, iconName: own.icon, iconColor: own.color, icon_color: own.color },
    keywords: [...own.keywords],
    ...{ usageCount: facts.uses, usage_count: facts.uses },
    ...{ authorName: own.author, author_name: own.author, author_email: own.email },
    ...{ is_locked: isLocked ? 1 : 0, is_pro: own.isLocked, is_mine: own.isMine },
    badgeText: languageBadge(own.language, languages.length),
    badgeStatus: kind === 'system' ? (isLocked ? 'locked' : 'official') : own.status || 'private',
    ...{ status: own.status, comment: own.comment },
    ...{ createdAt: own.created, created_at: own.created },
    ...{ language: own.language, languages, version: own.version },
    latest_published_version: own.published && toVersion(own.published),
    translated_version: facts.translated && toTexts(facts.translated),
    translation: facts.translation,
  }
}

type Description = {
  name: string
  tab: string
  description: string
  content: string
  category: string
  icon: string
  color: string
  keywords: readonly string[]
  author: string
  email: string
  isLocked: boolean
  isMine: boolean
  status: TemplateItem['status']
  comment: string
  created: number
  language: string
  version: number
  published: VersionRecord | null
}

/** What kinds of templates lack. */
const NOTHING = { keywords: [], email: '', isLocked: false, isMine: false, status: '', comment: '', published: null } as const

function describe(listed: ListedTemplate, reader: Reader): Description {
  if (listed.kind === 'system') {
    const { name, tab, description, content, category, icon, color, keywords, isLocked } = listed.system
    const texts = { name, tab, description, content, category, icon, color, keywords, isLocked, language: 'en_US' }
    return { ...NOTHING, ...texts, author: SYSTEM_AUTHOR, status: 'published', created: 0, version: 1 }
  }
  if (listed.kind === 'custom') {
    const { name, note_tab_name, content, category, icon, icon_color, created_at, language, version } = listed.custom
    const texts = { name, tab: note_tab_name, description: '', content, category, icon, color: icon_color, language }
    return { ...NOTHING, ...texts, author: reader.nickname, isMine: true, created: unixSeconds(created_at), version }
  }
  const { row, version, published } = listed.community
  const isMine = row.user_id === reader.userId
  const seesAll = isMine || reader.isReviewer
  return {
    ...NOTHING,
    ...{ name: version.title, tab: version.note_tab_name, description: version.description, content: version.content },
    ...{ category: version.category, icon: version.icon, color: version.icon_color, language: version.language },
    author: row.author_name,
    email: seesAll ? row.author_email : '',
    isMine,
    status: seesAll || !isVisible(row.status) ? row.status : 'published',
    comment: seesAll ? row.comment : '',
    created: unixSeconds(row.created_at),
    version: version.version,
    published,
  }
}

export const toWireTexts = (
  language: string,
  title: string,
  description: string,
  tab: string,
  content: string,
): TemplateTexts => ({
  ...{ language, title, name: title, description, description_short: description, description_long: description },
  ...{ note_tab_name: tab, content },
})

const toTexts = ({ language, title, description, note_tab_name, content }: TranslationRecord): TemplateTexts =>
  toWireTexts(language, title, description, note_tab_name, content)

export const toVersion = ({ language, title, description, note_tab_name, content, ...rest }: VersionRecord): TemplateVersion => ({
  ...toWireTexts(language, title, description, note_tab_name, content),
  version: rest.version,
  created_at: unixSeconds(rest.created_at),
})
