import { z } from 'zod/mini'
import { EMAIL_MAX, EMAIL_PATTERN } from '#features/account/rules.ts'
import { nameSchema } from '#shared/nameSchema.ts'

/** Ids of the categories, as clients know them. */
export const CATEGORY_IDS = [
  'cat_general',
  'cat_meeting',
  'cat_speech',
  'cat_call',
  'cat_interview',
  'cat_medical',
  'cat_sales',
  'cat_consulting',
  'cat_education',
  'cat_construction',
  'cat_it_engineering',
  'cat_legal',
  'cat_real_estate',
  'cat_financial',
  'cat_functional',
] as const
export const CategoryId = z.enum(CATEGORY_IDS)
export type CategoryId = z.infer<typeof CategoryId>

export const TemplateKind = z.enum(['system', 'community', 'custom'])
export type TemplateKind = z.infer<typeof TemplateKind>

/** The states of a community template (B§4). Only the last two are visible to other users. */
export const TEMPLATE_STATUSES = ['unavailable', 'rejected', 'in_review', 'new_in_review', 'published'] as const
export const TemplateStatus = z.enum(TEMPLATE_STATUSES)
export type TemplateStatus = z.infer<typeof TemplateStatus>

/** Limits of B§5 and B§9. */
export const TEMPLATE_NAME_MAX = 255
export const TEMPLATE_CONTENT_MAX = 5000
export const TEMPLATE_DESCRIPTION_MAX = 100
export const TAB_NAME_MAX = 40
export const TEMPLATE_PAGE_SIZE = 12

export const TemplateId = z.string().check(z.minLength(1), z.maxLength(64))
/** `en_US`, `en-GB`, `zh`: unknown languages give English. */
export const LanguageCode = z.optional(z.string().check(z.maxLength(40)))

export const TemplateName = nameSchema({
  max: TEMPLATE_NAME_MAX,
  empty: 'A template needs a name.',
  tooLong: `A name has ${TEMPLATE_NAME_MAX} characters at most.`,
})
export const TemplateContent = z
  .string()
  .check(
    z.maxLength(TEMPLATE_CONTENT_MAX, { error: `Instructions have ${TEMPLATE_CONTENT_MAX} characters at most.`, abort: true }),
    z.regex(/\S/, 'A template needs instructions.'),
  )
/** A Lucide icon in kebab case. */
export const TemplateIcon = z.string().check(z.maxLength(40), z.regex(/^[a-z0-9_-]*$/i, 'An icon is letters, digits, _ and -.'))
/** The name of a preset colour, or # and six hexadecimal digits. */
export const TemplateColor = z
  .string()
  .check(z.maxLength(20), z.regex(/^(#[0-9a-f]{6}|[a-z]*)$/i, 'A colour is a name, or # and six hexadecimal digits.'))
/** The address of an author or a reviewer (B§5). */
export const Email = z
  .string()
  .check(
    z.maxLength(EMAIL_MAX, { abort: true }),
    z.trim(),
    z.toLowerCase(),
    z.regex(EMAIL_PATTERN, 'This is not an e-mail address.'),
  )
export const TabName = z.string().check(z.maxLength(TAB_NAME_MAX, { abort: true }), z.trim())

/** The texts of a template in one language. `description_short` and `description_long` repeat the description for other clients. */
export const TemplateTexts = z.object({
  /** The locale of the texts, `de_DE`. */
  language: z.string(),
  title: z.string(),
  name: z.string(),
  description: z.string(),
  description_short: z.string(),
  description_long: z.string(),
  note_tab_name: z.string(),
  content: z.string(),
})
export type TemplateTexts = z.infer<typeof TemplateTexts>

/** A version of a community template. */
export const TemplateVersion = z.extend(TemplateTexts, { version: z.int(), created_at: z.int() })
export type TemplateVersion = z.infer<typeof TemplateVersion>

/**
 * `none`: the texts are in the requested language, or no translation was requested. `ready`: `translated_version` holds them.
 * `pending`: they are being translated; a live message `templates` follows. `unavailable`: this server has no language model, or
 * it failed, so the original is shown.
 */
export const TranslationState = z.enum(['none', 'ready', 'pending', 'unavailable'])
export type TranslationState = z.infer<typeof TranslationState>

/**
 * A template in lists (B§3). The same values are sent under the names of the specification and those that other clients read:
 * `id`, `template_id` and `type`; `name` and `title`; `usageCount` and `usage_count` …
 */
export const TemplateItem = z.object({
  id: z.string(),
  template_id: z.string(),
  /** The id again: it is the `summ_type` of a task, and `custom_type` its `summ_type_type`. */
  type: z.string(),
  custom_type: TemplateKind,
  /** `saveAsTemplate` for an own template, which can be edited and deleted; otherwise empty. */
  custom_status: z.enum(['saveAsTemplate', '']),
  calc_type: z.literal('NEW'),
  /** In the requested language for system templates; for the others as they were written. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  description_short: z.string(),
  description_long: z.string(),
  note_tab_name: z.string(),
  content: z.string(),
  /** The same as `content` for system templates, otherwise empty. */
  pre_markdown: z.string(),
  /** The name of the category in the requested language, and its id. Both are empty for a custom template without one. */
  category: z.string(),
  category_name: z.string(),
  category_id: z.string(),
  icon: z.string(),
  iconName: z.string(),
  iconColor: z.string(),
  icon_color: z.string(),
  keywords: z.array(z.string()),
  usageCount: z.int(),
  usage_count: z.int(),
  /** Earshot for system templates, the user for own ones. */
  authorName: z.string(),
  author_name: z.string(),
  /** The address that the author gave, for the author and for reviewers only; otherwise empty. */
  author_email: z.string(),
  /** 1 when the plan of the user includes no notes from this template (B§6), otherwise 0. */
  is_locked: z.int(),
  /** True for a system template that only some plans include, also for users of these plans. */
  is_pro: z.boolean(),
  is_mine: z.boolean(),
  /** The language of the original: `EN`, or `EN +9` with the number of further languages. */
  badgeText: z.string(),
  badgeStatus: z.enum(['official', 'locked', 'private', ...TEMPLATE_STATUSES]),
  /** Empty for custom templates. Users other than the author only see `published`. */
  status: z.union([TemplateStatus, z.literal('')]),
  /** What the reviewer wrote, for the author only. */
  comment: z.string(),
  /** Unix seconds. */
  createdAt: z.int(),
  created_at: z.int(),
  /** The locale of the original, and all in which the template can be read now. */
  language: z.string(),
  languages: z.array(z.string()),
  version: z.int(),
  /** Of community templates: what others see. Null before the first publication, and for other kinds. */
  latest_published_version: z.nullable(TemplateVersion),
  translated_version: z.nullable(TemplateTexts),
  translation: TranslationState,
})
export type TemplateItem = z.infer<typeof TemplateItem>

/** A section of a template: what it is called and what to write under it. */
export const TemplateSection = z.object({ heading: z.string(), instruction: z.string() })
export type TemplateSection = z.infer<typeof TemplateSection>

/** One template in full. */
export const TemplateDetail = z.extend(TemplateItem, {
  /** Text before the first section. */
  preamble: z.string(),
  sections: z.array(TemplateSection),
  /** The same of the translation; empty without one. */
  translated_preamble: z.string(),
  translated_sections: z.array(TemplateSection),
  /** The own version that waits for review, for the author and reviewers. */
  waiting_version: z.nullable(TemplateVersion),
  /** The community template that this own template was copied from, pinned to a version. */
  origin: z.nullable(z.object({ template_id: z.string(), custom_type: TemplateKind, version: z.int(), has_newer: z.boolean() })),
})
export type TemplateDetail = z.infer<typeof TemplateDetail>

/** A template with the word that other clients expect for its kind. */
export const TemplateEntry = z.object({ type: z.enum(['official', 'community', 'custom']), template: TemplateItem })
export type TemplateEntry = z.infer<typeof TemplateEntry>

/** A category (B§3), under all its names. `count` is the number of templates in it that the user can see. */
export const Category = z.object({
  id: CategoryId,
  category_id: CategoryId,
  category: z.string(),
  category_name: z.string(),
  name: z.string(),
  icon: z.string(),
  count: z.int(),
  category_total_nums: z.int(),
})
export type Category = z.infer<typeof Category>
