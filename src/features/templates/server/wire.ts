import { LOCALES, type Locale } from '#shared/locales.ts'
import { unixSeconds } from '#shared/units.ts'
import { type MembershipType, includesRight } from '#features/membership/rules.ts'
import type { TemplateItem, TemplateTexts, TemplateVersion, TranslationState } from '../contract.ts'
import { isVisible, languageBadge } from '../rules.ts'
import { type ListedTemplate, rightTo } from './listed.ts'
import type { VersionRecord } from './storeTemplates.ts'
import { categoryName } from './system/systemTemplates.ts'
import type { TranslationRecord } from './translation/storeTranslations.ts'

/** The user who reads templates, and how. */
export type Reader = {
  readonly userId: string
  /** The nickname, as the author of private templates. */
  readonly nickname: string
  readonly locale: Locale
  readonly tier: MembershipType
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
  const { id, kind, texts } = listed
  const { title, description, content, note_tab_name, category: category_id, icon, icon_color } = texts
  const source = sourceOf(listed, reader)
  const languages = kind === 'system' ? [...LOCALES] : [...new Set([source.language, ...facts.translatedLanguages])]
  const category = categoryName(category_id, reader.locale)
  const right = rightTo(listed)
  const isLocked = right !== undefined && !includesRight(reader.tier, right)
  return {
    id,
    template_id: id,
    type: id,
    custom_type: kind,
    calc_type: 'NEW',
    name: title,
    title,
    note_tab_name,
    content,
    pre_markdown: kind === 'system' ? content : '',
    description,
    description_short: description,
    description_long: description,
    category,
    category_name: category,
    category_id,
    icon,
    iconName: icon,
    iconColor: icon_color,
    icon_color,
    usageCount: facts.uses,
    usage_count: facts.uses,
    is_locked: isLocked ? 1 : 0,
    is_pro: kind === 'system' && texts.isLocked,
    badgeText: languageBadge(source.language, languages.length),
    badgeStatus: kind === 'system' ? (isLocked ? 'locked' : 'official') : source.status || 'private',
    ...source,
    languages,
    translated_version: facts.translated && toTexts(facts.translated),
    translation: facts.translation,
  }
}

/** Returns where a template comes from. Only its author and reviewers see the address, the status and the comment. */
function sourceOf(listed: ListedTemplate, { userId, nickname, isReviewer }: Reader) {
  if (listed.kind === 'system')
    return {
      authorName: SYSTEM_AUTHOR,
      author_name: SYSTEM_AUTHOR,
      author_email: '',
      is_mine: false,
      custom_status: '' as const,
      status: 'published' as const,
      comment: '',
      createdAt: 0,
      created_at: 0,
      language: 'en_US',
      version: 1,
      keywords: [...listed.texts.keywords],
      latest_published_version: null,
    }
  const { row, texts, published } = listed
  const author = listed.kind === 'custom' ? nickname : row.author_name
  const created = unixSeconds(row.created_at)
  const is_mine = row.user_id === userId
  const seesAll = is_mine || isReviewer
  const status = row.status === 'private' ? ('' as const) : row.status
  return {
    authorName: author,
    author_name: author,
    author_email: seesAll ? row.author_email : '',
    is_mine,
    custom_status: is_mine ? ('saveAsTemplate' as const) : ('' as const),
    status: seesAll || !isVisible(row.status) ? status : ('published' as const),
    comment: seesAll ? row.comment : '',
    createdAt: created,
    created_at: created,
    language: texts.language,
    version: texts.version,
    keywords: [],
    latest_published_version: published && toVersion(published),
  }
}

type Texts = Pick<VersionRecord, 'language' | 'title' | 'description' | 'note_tab_name' | 'content'>

const toTexts = ({ language, title, description, note_tab_name, content }: Texts): TemplateTexts => ({
  language,
  title,
  name: title,
  description,
  description_short: description,
  description_long: description,
  note_tab_name,
  content,
})

export const toVersion = (version: VersionRecord): TemplateVersion => ({
  ...toTexts(version),
  version: version.version,
  created_at: unixSeconds(version.created_at),
})
