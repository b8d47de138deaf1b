import type { FastifyInstance } from 'fastify'
import { readTier } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { type TemplateItem, customTemplatesContract, templateVersionsContract, templatesContract } from '../contract.ts'
import { authorEmail, maxTemplates } from '../rules.ts'
import { type Languages, readDetail, readItem, readReader, toEntries, toItems } from './items.ts'
import { type ListedTemplate, listedOwn } from './listed.ts'
import { readHome } from './lists/home.ts'
import { listCategories, listDaily, listWeekly, listWeeklyFor, readMine, readRecent } from './lists/lists.ts'
import { searchTemplates } from './lists/searchTemplates.ts'
import { recommendForRecording } from './recommend/recommend.ts'
import { type TemplateDraft, copyTemplate, createTemplate, editTemplate, removeTemplate } from './save/saveTemplate.ts'
import { listOwnVersions, restoreVersion } from './save/versions.ts'
import { type UserTemplate, listOwn } from './storeTemplates.ts'
import { findCategory } from './system/systemTemplates.ts'

/** The routes of B§7 for templates of all kinds. */
export function templatesRoutes(app: FastifyInstance, ctx: AppContext): void {
  const entriesOf = async (userId: string, listed: readonly ListedTemplate[], languages: Languages) =>
    await toEntries(ctx, listed, await readReader(ctx, userId, languages), languages)
  serve(app, 'templates', templatesContract, {
    daily: async ({ body, caller: { userId } }) => ({ data: await entriesOf(userId, await listDaily(ctx, body), body) }),
    weekly: async ({ body, caller: { userId } }) => {
      const { file_id: fileId } = body
      const listed = fileId ? await listWeeklyFor(ctx, userId, fileId, body) : await listWeekly(ctx, body)
      return { data: await entriesOf(userId, listed, body) }
    },
    mine: async ({ body, caller: { userId } }) => await readMine(ctx, userId, body),
    home: async ({ body, caller: { userId } }) => await readHome(ctx, userId, body),
    create: async ({ body, caller: { userId }, refuse }) => {
      const created = await createTemplate(ctx, userId, 'community', toDraft(ctx, body))
      if ('refused' in created) return refuse(created.refused, detailsOf(created))
      return { data: await itemOf(ctx, userId, created, { language_os: body.language_os }) }
    },
    edit: async ({ body: { template_id: id, ...body }, caller: { userId }, refuse }) => {
      const edited = await editTemplate(ctx, userId, { kind: 'community', id }, toDraft(ctx, body))
      if ('refused' in edited) return refuse(edited.refused)
      return { data: await itemOf(ctx, userId, edited, { language_os: body.language_os }) }
    },
    remove: async ({ body, caller: { userId } }) => {
      await removeTemplate(ctx, userId, 'community', body.template_id)
      return {}
    },
    recentlyUsed: async ({ body, caller: { userId } }) => await readRecent(ctx, userId, body),
    categories: async ({ query }) => ({ data: await listCategories(ctx, query.language_os) }),
    list: async ({ query, caller: { userId } }) => await searchTemplates(ctx, userId, query),
    recommend: async ({ query, caller: { userId } }) => {
      if (!query.file_id) return { data: await entriesOf(userId, await listWeekly(ctx, query), query), reasons: [] }
      const recording = { userId, fileId: query.file_id, language: query.language_os }
      const { listed, reasons } = await recommendForRecording(ctx, recording)
      return { data: await entriesOf(userId, listed, query), reasons }
    },
  })
}

/** The routes of own templates, and the one that reads a template of any kind. */
export function customTemplatesRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'custom-templates', customTemplatesContract, {
    list: async ({ query, caller: { userId } }) => {
      const custom = (await listOwn(ctx, userId)).map(listedOwn).filter(({ kind }) => kind === 'custom')
      const { custom: max } = maxTemplates(await readTier(ctx, userId))
      return { data: await toItems(ctx, custom, await readReader(ctx, userId, query), query), max }
    },
    create: async ({ body: { name: title, language_os: language, ...body }, caller: { userId }, refuse }) => {
      const created = await createTemplate(ctx, userId, 'custom', { ...body, title, language })
      if ('refused' in created) return refuse(created.refused, detailsOf(created))
      return { data: await itemOf(ctx, userId, created, {}) }
    },
    copy: async ({ body: { template_id, ...languages }, caller: { userId }, refuse }) => {
      const copied = await copyTemplate(ctx, userId, template_id, languages)
      if ('refused' in copied) return refuse(copied.refused, detailsOf(copied))
      return { data: await itemOf(ctx, userId, copied, languages) }
    },
    change: async ({ params: { id }, body: { name: title, ...body }, caller: { userId }, refuse }) => {
      const changed = await editTemplate(ctx, userId, { kind: 'custom', id }, { ...body, title })
      return 'refused' in changed ? refuse(changed.refused) : { data: await itemOf(ctx, userId, changed, {}) }
    },
    remove: async ({ params, caller: { userId } }) => {
      await removeTemplate(ctx, userId, 'custom', params.id)
      return {}
    },
    read: async ({ params, query, caller: { userId } }) => ({ data: await readDetail(ctx, userId, params.id, query) }),
  })
}

/** The routes for the versions of own templates, private and submitted ones. */
export function templateVersionRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'template-versions', templateVersionsContract, {
    list: async ({ params, caller: { userId } }) => ({ data: await listOwnVersions(ctx, userId, params.id) }),
    restore: async ({ params, caller: { userId }, refuse }) => {
      const restored = await restoreVersion(ctx, userId, params.id, params.version)
      return 'refused' in restored ? refuse(restored.refused) : { data: await itemOf(ctx, userId, restored, {}) }
    },
  })
}

type Submission = TemplateDraft & { category: string; author_email: string; language_os?: string | undefined }

/**
 * Returns a submission with the id of its category. Throws Invalid when there is no category of this id or name, and when its
 * address reaches no person (B§5).
 */
function toDraft({ config }: AppContext, { language_os: language, ...submission }: Submission): TemplateDraft {
  const category = findCategory(submission.category)
  if (!category) throw new Invalid('body.category', 'no category has this id or name')
  if (authorEmail(submission.author_email, new URL(config.publicUrl).hostname) === '')
    throw new Invalid('body.author_email', 'Enter an address that can receive mail.')
  return { ...submission, category, language }
}

/** Returns the details that the contract declares for a refusal. */
const detailsOf = ({ max }: { max?: number | undefined }) => (max === undefined ? undefined : { max })

/** Returns a template as its author sees it. */
const itemOf = async (ctx: AppContext, userId: string, template: UserTemplate, languages: Languages): Promise<TemplateItem> =>
  await readItem(ctx, userId, listedOwn(template), languages)
