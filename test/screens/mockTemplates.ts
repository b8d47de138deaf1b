import {
  CATEGORY_IDS,
  customTemplatesContract,
  templateReviewContract,
  templateVersionsContract,
  templatesContract,
} from '#features/templates/contract.ts'
import type { CategoryId, PastVersion, TemplateDetail, TemplateItem, TemplateReviewer } from '#features/templates/contract.ts'
import { tryTemplate } from '#features/notes/contract.ts'
import type { SummaryForm } from '#features/notes/contract.ts'
import type { FileRow } from '#features/files/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { type StateData, type UserData, meReply } from './aUser.ts'
import { libraryHandlers } from './MockLibrary.ts'
import { MockError, type RouteHandler, handle } from './mockServer.ts'

const CATEGORY_NAMES: Partial<Record<CategoryId, string>> = {
  cat_general: 'General',
  cat_meeting: 'Meeting',
  cat_interview: 'Interview',
  cat_education: 'Education',
  cat_medical: 'Medical',
}
export const categoryName = (id: string): string => CATEGORY_NAMES[id as CategoryId] ?? id.replace('cat_', '')

/** Returns a community template with the given changes. */
export function aTemplate(change: Partial<TemplateItem> & { id: string; name: string }): TemplateItem {
  const description = change.description ?? 'Themes with evidence and exact words.'
  const category_id = change.category_id ?? 'cat_interview'
  const kind = change.custom_type ?? 'community'
  const uses = change.usage_count ?? 0
  const author = change.author_name ?? (kind === 'system' ? 'Earshot' : 'Ines Moreau')
  const icon = change.icon ?? 'quote'
  const color = change.icon_color ?? 'teal'
  const at = change.created_at ?? 1_795_000_000
  return {
    template_id: change.id,
    type: change.id,
    custom_type: kind,
    custom_status: kind === 'custom' ? 'saveAsTemplate' : '',
    calc_type: 'NEW',
    title: change.name,
    description,
    description_short: description,
    description_long: description,
    note_tab_name: 'Themes',
    content: '# In short\nThree sentences.\n# Themes\nFive at most.',
    pre_markdown: '',
    category: categoryName(category_id),
    category_name: categoryName(category_id),
    category_id,
    icon,
    iconName: icon,
    iconColor: color,
    icon_color: color,
    keywords: [],
    usageCount: uses,
    usage_count: uses,
    authorName: author,
    author_name: author,
    author_email: '',
    is_locked: 0,
    is_pro: false,
    is_mine: kind === 'custom',
    badgeText: kind === 'system' ? 'EN +9' : 'EN',
    badgeStatus: kind === 'system' ? 'official' : kind === 'custom' ? 'private' : 'published',
    status: kind === 'community' ? 'published' : '',
    comment: '',
    createdAt: at,
    created_at: at,
    language: 'en_US',
    languages: ['en_US'],
    version: 1,
    latest_published_version: null,
    translated_version: null,
    translation: 'none',
    ...change,
  }
}

type Filter = { query?: string | undefined; category_id?: string | null | undefined }
const matchesRequest =
  ({ query = '', category_id }: Filter) =>
  (template: TemplateItem): boolean =>
    template.name.toLowerCase().includes(query.toLowerCase()) && (!category_id || template.category_id === category_id)

const SECTIONS = [
  { heading: 'In short', instruction: 'Three sentences' },
  { heading: 'Themes', instruction: 'Five at most, by how often they come up' },
]

export const toDetail = (template: TemplateItem, change: Partial<TemplateDetail> = {}): TemplateDetail => ({
  ...template,
  preamble: '',
  sections: SECTIONS,
  translated_preamble: '',
  translated_sections: [],
  waiting_version: null,
  origin: null,
  ...change,
})

/** Returns a version of a template with the given changes. */
export const aVersion = (change: Partial<PastVersion> & { version: number }): PastVersion => ({
  language: 'en_US',
  title: 'Field notes',
  name: 'Field notes',
  note_tab_name: '',
  content: '# In short\nThree sentences.',
  description: '',
  description_short: '',
  description_long: '',
  created_at: 1_795_000_000,
  status: 'saved',
  is_current: false,
  comment: '',
  category_id: 'cat_interview',
  icon: 'quote',
  icon_color: 'teal',
  ...change,
})

/** Returns the result of trying a template. */
export function aForm(change: Partial<SummaryForm> = {}): SummaryForm {
  const point = { segments: ['1'], speaker: null, supported: true, owner: null, due: null, done: false }
  return {
    engine: { kind: 'llm', id: 'qwen3:8b' },
    language: 'en',
    coverage: { start_time: 0, end_time: 60_000, share: 1 },
    keyphrases: [],
    template: null,
    sections: [
      {
        kind: 'overview',
        heading: 'In short',
        points: [{ ...point, id: 'p1', text: 'The nurses stayed.', start_time: 374_000 }],
      },
      {
        kind: 'text',
        heading: 'Themes',
        points: [
          { ...point, id: 'p2', text: 'Clinics fail where drivers were cut.', start_time: 1_278_000 },
          { ...point, id: 'p3', text: 'Forty in May.', start_time: null, supported: false },
        ],
      },
    ],
    chapters: [],
    mentions: [],
    talk_time: [],
    silence_ms: 0,
    ...change,
  }
}

export type TemplatesState = {
  me?: Partial<UserData>
  account?: Partial<StateData>
  files?: FileRow[]
  templates?: TemplateItem[]
  details?: Record<string, Partial<TemplateDetail>>
  /** The versions of every template, newest first. */
  versions?: PastVersion[]
  tries?: number
  canTranslate?: boolean
  /** The recording for which the templates of the week were last requested. */
  weeklyFor?: string | null | undefined
  authorEmail?: string
  reviewers?: TemplateReviewer[]
  isReviewer?: boolean
  pageSize?: number
  isDown?: boolean
  isUnreachable?: boolean
  /** Returns or throws the result of trying a template. */
  attempt?: () => SummaryForm
  /** The status with which saving, submitting or reviewing is refused. */
  refusal?: number
}

const toEntry = (template: TemplateItem) => ({
  type: template.custom_type === 'system' ? ('official' as const) : template.custom_type,
  template,
})

/** The template routes over `state`, which the routes change. `calls` records the writes. */
export function mockTemplates(state: TemplatesState) {
  const calls: { name: string; body: unknown }[] = []
  const all = () => state.templates ?? []
  const mine = () => all().filter(({ is_mine }) => is_mine)
  const visible = () => all().filter(({ status }) => status === '' || status === 'published')
  const orFail =
    <Request extends unknown[], Answer>(reply: (...request: Request) => Answer) =>
    (...request: Request): Answer => {
      if (state.isDown) throw new MockError(500)
      if (state.isUnreachable) throw new TypeError('Failed to fetch')
      return reply(...request)
    }
  const write = <Answer>(name: string, body: unknown, reply: () => Answer): Answer => {
    calls.push({ name, body })
    if (state.refusal) throw new MockError(state.refusal, '', {}, { max: 3 })
    return reply()
  }
  const find = (id: string): TemplateItem => {
    const template = all().find((candidate) => candidate.id === id)
    if (!template) throw new MockError(404)
    return template
  }
  const detail = (template: TemplateItem) => toDetail(template, state.details?.[template.id])
  const categories = CATEGORY_IDS.map((id) => {
    const count = visible().filter(({ category_id }) => category_id === id).length
    const name = categoryName(id)
    return { id, category_id: id, category: name, category_name: name, name, icon: 'users', count, category_total_nums: count }
  })
  const entries = (list: TemplateItem[]) => ({ data: list.map(toEntry) })
  const handlers: RouteHandler[] = [
    handle(profileContract.me, () => meReply(state.me, state.account)),
    handle(membershipContract.featureTrial, () => ({
      data: { feature_code: 'templates_pro', is_included: false, can_try: (state.tries ?? 0) > 0, tries_left: state.tries ?? 0 },
    })),
    ...libraryHandlers(() => state.files ?? []),
    handle(templatesContract.home, () => ({
      recently_used: [],
      selected: null,
      data: categories.filter(({ count }) => count > 0).map((category) => ({ ...category, data: [] })),
      total_nums: visible().length,
      mine_total_nums: mine().length,
      is_reviewer: state.isReviewer ?? false,
      review_total_nums: all().filter(({ status }) => status === 'in_review' || status === 'new_in_review').length,
      can_translate: state.canTranslate ?? false,
    })),
    handle(
      templatesContract.weekly,
      orFail(({ body }) => {
        state.weeklyFor = body.file_id
        return entries(visible().slice(0, 6))
      }),
    ),
    handle(
      templatesContract.daily,
      orFail(() => entries(visible().slice(0, 3))),
    ),
    handle(
      templatesContract.recentlyUsed,
      orFail(() => ({ ...entries(visible().slice(0, 2)), has_more: false })),
    ),
    handle(templatesContract.recommend, () => ({
      data: visible().slice(0, 3).map(toEntry),
      reasons: [
        { code: 'speakers' as const, value: 2, text: '' },
        { code: 'questions' as const, value: 40, text: '' },
      ],
    })),
    handle(
      templatesContract.mine,
      orFail(({ body }) => ({
        data: mine().filter(matchesRequest(body)).map(toEntry),
        recently_used: [],
        selected: null,
        has_more: false,
        total_nums: mine().length,
        custom_total_nums: mine().filter((t) => t.custom_type === 'custom').length,
        author_email: state.authorEmail ?? '',
        author_name: 'Lena',
        max_custom: 30,
        max_community: 30,
      })),
    ),
    handle(templatesContract.categories, () => ({ data: categories })),
    handle(
      templatesContract.list,
      orFail(({ query }) => {
        const found = visible().filter((each) => matchesRequest(query)(each) && (!query.kind || each.custom_type === query.kind))
        const size = state.pageSize ?? query.page_size
        const start = (query.page - 1) * size
        return {
          templates: [],
          data: {
            list: found.slice(start, start + size),
            recently_used: query.has_recently_use ? found.slice(0, 1) : [],
            selected: all().find(({ id }) => id === query.selected_template) ?? null,
            total: found.length,
            page: query.page,
            page_size: size,
            has_more: start + size < found.length,
          },
        }
      }),
    ),
    handle(customTemplatesContract.read, ({ params }) => ({ data: detail(find(params.id)) })),
    handle(customTemplatesContract.create, ({ body }) =>
      write('create', body, () => {
        const created = aTemplate({ id: 'new-1', name: body.name, content: body.content, custom_type: 'custom' })
        state.templates = [...all(), created]
        return { data: created }
      }),
    ),
    handle(customTemplatesContract.change, ({ params, body }) =>
      write('change', body, () => {
        const changed = { ...find(params.id), name: body.name ?? '', content: body.content ?? '' }
        state.templates = all().map((template) => (template.id === params.id ? changed : template))
        return { data: changed }
      }),
    ),
    handle(customTemplatesContract.copy, ({ body }) =>
      write('copy', body, () => {
        const source = find(body.template_id)
        const copied = aTemplate({ id: 'copy-1', name: source.name, content: source.content, custom_type: 'custom' })
        state.templates = [...all(), copied]
        return { data: copied }
      }),
    ),
    handle(customTemplatesContract.remove, ({ params }) =>
      write('remove', params, () => {
        state.templates = all().filter(({ id }) => id !== params.id)
        return {}
      }),
    ),
    handle(
      templateVersionsContract.list,
      orFail(() => ({ data: state.versions ?? [] })),
    ),
    handle(templateVersionsContract.restore, ({ params }) =>
      write('restore', params, () => {
        const [latest, ...earlier] = state.versions ?? []
        const old = (state.versions ?? []).find(({ version }) => version === params.version)
        if (!latest || !old) throw new MockError(404)
        const status = old.status === 'saved' ? old.status : 'in_review'
        const restored = { ...old, version: latest.version + 1, is_current: true, status } as const
        state.versions = [restored, { ...latest, is_current: false }, ...earlier]
        return { data: find(params.id) }
      }),
    ),
    handle(templatesContract.create, ({ body }) =>
      write('submit', body, () => ({ data: aTemplate({ id: 's1', name: body.title }) })),
    ),
    handle(templatesContract.edit, ({ body }) =>
      write('resubmit', body, () => ({ data: aTemplate({ id: 's1', name: body.title }) })),
    ),
    handle(templatesContract.remove, ({ body }) => write('withdraw', body, () => ({}))),
    handle(tryTemplate, ({ body }) => {
      calls.push({ name: 'try', body })
      return { progress: [], data: { markdown: '', form: state.attempt ? state.attempt() : aForm() }, failure: null }
    }),
    handle(
      templateReviewContract.list,
      orFail(({ query }) => ({
        data: all()
          .filter(({ status }) => (query.status ? status === query.status : status === 'in_review' || status === 'new_in_review'))
          .map(detail),
      })),
    ),
    handle(templateReviewContract.publish, ({ body }) =>
      write('publish', body, () => {
        state.templates = all().map((t) => (t.id === body.template_id ? { ...t, status: 'published' as const } : t))
        return { data: { status: 'published' as const } }
      }),
    ),
    handle(templateReviewContract.reject, ({ body }) =>
      write('reject', body, () => {
        state.templates = all().map((t) => (t.id === body.template_id ? { ...t, status: 'rejected' as const } : t))
        return { data: { status: 'rejected' as const } }
      }),
    ),
    handle(templateReviewContract.reviewers, () => ({ data: state.reviewers ?? [] })),
    handle(templateReviewContract.addReviewer, ({ body }) => {
      if (body.email !== 'bo@example.org') throw new MockError(-2)
      const reviewer = { user_id: 'u2', email: body.email, nickname: 'Bo' }
      state.reviewers = [...(state.reviewers ?? []), reviewer]
      return { data: reviewer }
    }),
    handle(templateReviewContract.removeReviewer, ({ params }) => {
      state.reviewers = (state.reviewers ?? []).filter(({ user_id }) => user_id !== params.id)
      return {}
    }),
  ]
  return { handlers, calls, state }
}
