import { z } from 'zod/mini'
import { FileId } from '#features/files/contract.ts'
import { route } from '#shared/contract.ts'
import { hours } from '#shared/units.ts'
import {
  Category,
  CategoryId,
  Email,
  TEMPLATE_DESCRIPTION_MAX,
  TEMPLATE_PAGE_SIZE,
  TabName,
  TemplateColor,
  TemplateContent,
  TemplateEntry,
  TemplateIcon,
  TemplateItem,
  TemplateName,
} from './contract/item.ts'
import { noPermission, textRefusals, tooMany } from './contract/refusals.ts'

export {
  CATEGORY_IDS,
  Category,
  CategoryId,
  TAB_NAME_MAX,
  TEMPLATE_CONTENT_MAX,
  TEMPLATE_DESCRIPTION_MAX,
  TEMPLATE_NAME_MAX,
  TEMPLATE_PAGE_SIZE,
  TEMPLATE_STATUSES,
  TemplateDetail,
  TemplateEntry,
  TemplateItem,
  TemplateKind,
  TemplateSection,
  TemplateStatus,
  TemplateTexts,
  TemplateVersion,
  TranslationState,
} from './contract/item.ts'
export { customTemplatesContract } from './contract/custom.ts'
export { MAX_TEMPLATE_VERSIONS, PastVersion, VersionStatus, templateVersionsContract } from './contract/versions.ts'
export { REVIEW_COMMENT_MAX, TemplateReviewer, templateReviewContract } from './contract/review.ts'

/** `en_US`, `en-GB`, `zh`: unknown languages give English. */
const language = z.optional(z.string().check(z.maxLength(40)))
const templateId = z.string().check(z.minLength(1), z.maxLength(64))
const languages = { language_os: language, language_trans: language }

const submissionRefusals = { noPermission, tooMany, ...textRefusals } as const

const draft = {
  title: TemplateName,
  description: z.string().check(
    z.maxLength(TEMPLATE_DESCRIPTION_MAX, {
      error: `A description has ${TEMPLATE_DESCRIPTION_MAX} characters at most.`,
      abort: true,
    }),
    z.trim(),
    z.minLength(1, 'A template of the community needs a description.'),
  ),
  content: TemplateContent,
  category: CategoryId,
  /** A relay address of this server is stored as an empty one (B§5). */
  author_email: Email,
  /** The nickname of the account when absent. */
  author_name: z.optional(z.string().check(z.maxLength(100, { abort: true }), z.trim())),
  icon: z._default(TemplateIcon, 'file-text'),
  icon_color: z._default(TemplateColor, 'green'),
  note_tab_name: z.optional(TabName),
  /** The language the template is written in. */
  language_os: language,
}

/** Each category with its first templates. */
export const TemplateGroup = z.extend(Category, { data: z.array(TemplateEntry) })
export type TemplateGroup = z.infer<typeof TemplateGroup>

/** What a recording is, as reasons for a recommendation: the page writes "2 speakers, many questions". */
export const RecommendReason = z.object({
  code: z.enum(['speakers', 'questions', 'length', 'category', 'words']),
  /** Speakers; share of questions in percent; length in minutes; number of words of the catalogue that were said. 0 otherwise. */
  value: z.int(),
  /** The category of the summary, or the word that was said most; otherwise empty. */
  text: z.string(),
})
export type RecommendReason = z.infer<typeof RecommendReason>

export const templatesContract = {
  daily: route({
    method: 'POST',
    path: '/summary/community/templates/daily_recommend',
    access: 'signed-in',
    addsData: false,
    summary: 'Get the templates of today: the same for all users of this server until midnight UTC',
    body: z._default(z.object(languages), {}),
    reply: z.object({ data: z.array(TemplateEntry) }),
  }),
  weekly: route({
    method: 'POST',
    path: '/summary/community/templates/weekly_recommend',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Get the templates used most in the last seven days; for a recording those that fit it come first',
    body: z._default(z.object({ ...languages, file_id: z.optional(FileId) }), {}),
    reply: z.object({ data: z.array(TemplateEntry) }),
  }),
  mine: route({
    method: 'POST',
    path: '/summary/community/templates/mine',
    access: 'signed-in',
    addsData: false,
    summary: 'Get the own templates: private ones, and those submitted to the community in any status',
    body: z._default(z.object(languages), {}),
    reply: z.object({
      data: z.array(TemplateEntry),
      /** The address for the next submission: the last one given, else that of the account; empty for a relay address (B§5). */
      author_email: z.string(),
      author_name: z.string(),
      /** The most private and the most community templates that the plan allows. */
      max_custom: z.int(),
      max_community: z.int(),
    }),
  }),
  home: route({
    method: 'POST',
    path: '/summary/community/templates/home',
    access: 'signed-in',
    addsData: false,
    summary: 'Get every category that holds templates, with its first ones',
    body: z._default(z.object(languages), {}),
    reply: z.object({
      data: z.array(TemplateGroup),
      /** All templates the user can see: system, community and own ones. */
      total_nums: z.int(),
      mine_total_nums: z.int(),
      is_reviewer: z.boolean(),
      /** Templates that wait for review; 0 for users who do not review. */
      review_total_nums: z.int(),
      /** False when this server has no language model, so that nothing can be translated. */
      can_translate: z.boolean(),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/summary/community/templates/create',
    access: 'signed-in',
    summary: 'Submit a template to the community (B§5)',
    body: z.object(draft),
    reply: z.object({ data: TemplateItem }),
    refusals: submissionRefusals,
    limits: [{ per: 'user', max: 60, within: hours(1) }],
  }),
  edit: route({
    method: 'POST',
    path: '/summary/community/template/edit',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Submit a new version of an own community template; the published one stays visible until it is reviewed',
    body: z.object({ ...draft, template_id: templateId }),
    reply: z.object({ data: TemplateItem }),
    refusals: submissionRefusals,
    limits: [{ per: 'user', max: 60, within: hours(1) }],
  }),
  remove: route({
    method: 'POST',
    path: '/summary/community/templates/delete',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Delete an own community template; copies that other users saved stay',
    body: z.object({ template_id: templateId }),
    reply: z.object({}),
  }),
  recentlyUsed: route({
    method: 'POST',
    path: '/summary/community/templates/recently_used',
    access: 'signed-in',
    addsData: false,
    summary: 'Get the templates the user used last, the latest first',
    body: z._default(z.object({ ...languages, scene: z.optional(z.int()) }), {}),
    reply: z.object({ data: z.array(TemplateEntry) }),
  }),
  categories: route({
    method: 'GET',
    path: '/summary/community/templates/categorys',
    access: 'signed-in',
    summary: 'List the categories',
    query: z.object({ language_os: language }),
    reply: z.object({ data: z.array(Category) }),
  }),
  list: route({
    method: 'GET',
    path: '/summary/chatllm/templates',
    access: 'signed-in',
    summary: 'List or search templates: recently used, own, system and community ones',
    query: z.object({
      ...languages,
      /** 1: a template is chosen for a recording, so the automatic one is in the list. 2: templates are browsed. */
      scene: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9)), 1),
      category_id: z.optional(z.union([CategoryId, z.literal('')])),
      page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
      page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), TEMPLATE_PAGE_SIZE),
      /** Whether the first page also holds what the user used last, and own templates. */
      has_recently_use: z.optional(z.string().check(z.maxLength(10))),
      has_custom: z.optional(z.string().check(z.maxLength(10))),
      /** A template that the first page holds in any case. */
      selected_template: z.optional(z.string().check(z.maxLength(64))),
      /** Words that the name, description, keywords, category or author must contain. */
      query: z.optional(z.string().check(z.maxLength(200))),
      /** Only this kind. */
      kind: z.optional(z.enum(['system', 'community', 'custom'])),
    }),
    reply: z.object({
      /** The same templates grouped by category, as other clients read them. */
      templates: z.array(
        z.extend(Category, {
          system_templates: z.array(TemplateItem),
          community_templates: z.array(TemplateItem),
          custom_templates: z.array(TemplateItem),
        }),
      ),
      data: z.object({
        list: z.array(TemplateItem),
        /** First page only, with `has_recently_use`. */
        recently_used: z.array(TemplateItem),
        /** The template named by `selected_template`; null when it does not exist or is not visible to the user. */
        selected: z.nullable(TemplateItem),
        /** Templates that match. */
        total: z.int(),
        page: z.int(),
        page_size: z.int(),
        has_more: z.boolean(),
      }),
    }),
  }),
  recommend: route({
    method: 'GET',
    path: '/summary/chatllm/templates/recommend',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Get the templates that fit a recording best, and why',
    query: z.object({ ...languages, file_id: FileId }),
    reply: z.object({
      data: z.array(TemplateEntry),
      reasons: z.array(RecommendReason),
    }),
  }),
} as const
