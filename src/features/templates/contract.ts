import { z } from 'zod/mini'
import { FileId } from '#features/files/contract.ts'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { hours } from '#shared/units.ts'
import {
  Category,
  Email,
  TEMPLATE_DESCRIPTION_MAX,
  TabName,
  TemplateColor,
  TemplateContent,
  TemplateEntry,
  TemplateIcon,
  TemplateId,
  TemplateItem,
  TemplateName,
} from './contract/item.ts'
import { Language, emptyListRequest, orNull, templateListRequest } from './contract/listRequest.ts'
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

const languages = { language_os: Language, language_trans: Language }

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
  /** The id of a category, or its name in one of the ten languages. */
  category: z.string().check(z.minLength(1), z.maxLength(100)),
  /** An address that reaches the author: a relay address counts as none (B§5). */
  author_email: Email,
  /** The nickname of the account when absent. */
  author_name: z.optional(z.string().check(z.maxLength(100, { abort: true }), z.trim())),
  icon: z._default(TemplateIcon, 'file-text'),
  icon_color: z._default(TemplateColor, 'green'),
  note_tab_name: z.optional(TabName),
  /** The language the template is written in. */
  language_os: Language,
}

/** Words that the texts of a template must contain. */
const words = z.optional(z.string().check(z.maxLength(200)))

/** What every list says beside its templates. */
const listFacts = {
  /** On the first page, with `has_recently_use`. */
  recently_used: z.array(TemplateEntry),
  /** The template named by `selected_template`; null when it does not exist or is not visible to the user. */
  selected: z.nullable(TemplateEntry),
}

/** Each category with a page of its templates. */
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

/** A template of the user has changed: in an editor, by its review, or by a translation. */
export const templatesTopic = liveTopic('templates', z.object({ id: z.string() }))

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
    /** The page sends the recording it stands on. Without one, or with an empty one, those of the week are sent. */
    body: z._default(z.object({ ...languages, file_id: orNull(z.union([FileId, z.literal('')])) }), {}),
    reply: z.object({ data: z.array(TemplateEntry) }),
  }),
  mine: route({
    method: 'POST',
    path: '/summary/community/templates/mine',
    access: 'signed-in',
    addsData: false,
    summary: 'Get the own templates: private ones, and those submitted to the community in any status',
    body: z._default(z.object({ ...templateListRequest(2), query: words }), emptyListRequest(2)),
    reply: z.object({
      data: z.array(TemplateEntry),
      ...listFacts,
      has_more: z.boolean(),
      /** Own templates that match, and all private ones. */
      total_nums: z.int(),
      custom_total_nums: z.int(),
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
    summary: 'Get every category that holds templates, with a page of each',
    body: z._default(z.object(templateListRequest(2)), emptyListRequest(2)),
    reply: z.object({
      data: z.array(TemplateGroup),
      ...listFacts,
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
    body: z.object({ ...draft, template_id: TemplateId }),
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
    body: z.object({ template_id: TemplateId }),
    reply: z.object({}),
  }),
  recentlyUsed: route({
    method: 'POST',
    path: '/summary/community/templates/recently_used',
    access: 'signed-in',
    addsData: false,
    summary: 'Get the templates the user used last, the latest first',
    body: z._default(z.object(templateListRequest(2)), emptyListRequest(2)),
    reply: z.object({ data: z.array(TemplateEntry), has_more: z.boolean() }),
  }),
  categories: route({
    method: 'GET',
    path: '/summary/community/templates/categorys',
    access: 'signed-in',
    summary: 'List the categories',
    query: z.object({ language_os: Language }),
    reply: z.object({ data: z.array(Category) }),
  }),
  list: route({
    method: 'GET',
    path: '/summary/chatllm/templates',
    access: 'signed-in',
    summary: 'List or search templates: recently used, own, system and community ones',
    query: z.object({
      ...templateListRequest(1),
      /** Words that the name, description, keywords, category or author must contain. */
      query: words,
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
    summary: 'Get the templates that fit a recording best, and why; without a recording those of the week',
    query: z.object({ ...languages, file_id: z.optional(z.union([FileId, z.literal('')])) }),
    reply: z.object({
      data: z.array(TemplateEntry),
      reasons: z.array(RecommendReason),
    }),
  }),
} as const
