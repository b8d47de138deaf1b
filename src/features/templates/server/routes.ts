import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { type TemplateItem, customTemplatesContract, templatesContract } from '../contract.ts'
import { authorEmail } from '../rules.ts'
import { type Submission, editSubmission, removeSubmission, submitTemplate } from './community/communityTemplates.ts'
import type { CommunityRecord } from './community/storeCommunity.ts'
import { changeCustom, copyTemplate, createCustom, removeCustom } from './custom/customTemplates.ts'
import { type CustomRecord, listCustom } from './custom/storeCustom.ts'
import { readDetail } from './detail.ts'
import { listCommunity } from './find.ts'
import { type Languages, readReader, toEntries, toItems } from './items.ts'
import { type ListedTemplate, listedCustom } from './listed.ts'
import { readHome } from './lists/home.ts'
import { listCategories, listDaily, listWeekly, listWeeklyFor, readAuthor, readMine, readRecent } from './lists/lists.ts'
import { searchTemplates } from './lists/searchTemplates.ts'
import { recommendForRecording } from './recommend/recommend.ts'
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
      const created = await submitTemplate(ctx, userId, validSubmission(ctx, body))
      if ('refused' in created) return refuse(created.refused, detailsOf(created))
      return { data: await submissionItem(ctx, userId, created, body) }
    },
    edit: async ({ body: { template_id, ...submission }, caller: { userId }, refuse }) => {
      const edited = await editSubmission(ctx, userId, template_id, validSubmission(ctx, submission))
      if ('refused' in edited) return refuse(edited.refused, detailsOf(edited))
      return { data: await submissionItem(ctx, userId, edited, submission) }
    },
    remove: async ({ body, caller: { userId } }) => {
      await removeSubmission(ctx, userId, body.template_id)
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
      const rows = await listCustom(ctx, userId)
      const { max_custom } = await readAuthor(ctx, userId)
      return { data: await customItems(ctx, userId, rows, query), max: max_custom }
    },
    create: async ({ body, caller: { userId }, refuse }) => {
      const created = await createCustom(ctx, userId, body, { language: body.language_os })
      if ('refused' in created) return refuse(created.refused, detailsOf(created))
      return { data: await customItem(ctx, userId, created, {}) }
    },
    copy: async ({ body: { template_id, ...languages }, caller: { userId }, refuse }) => {
      const copied = await copyTemplate(ctx, userId, template_id, languages)
      if ('refused' in copied) return refuse(copied.refused, detailsOf(copied))
      return { data: await customItem(ctx, userId, copied, languages) }
    },
    change: async ({ params, body, caller: { userId }, refuse }) => {
      const changed = await changeCustom(ctx, userId, params.id, body)
      return 'refused' in changed ? refuse(changed.refused) : { data: await customItem(ctx, userId, changed, {}) }
    },
    remove: async ({ params, caller: { userId } }) => {
      await removeCustom(ctx, userId, params.id)
      return {}
    },
    read: async ({ params, query, caller: { userId } }) => ({ data: await readDetail(ctx, userId, params.id, query) }),
  })
}

/**
 * Returns a submission with the id of its category. Throws Invalid when there is no category of this id or name, and when its
 * address reaches no person (B§5).
 */
function validSubmission<T extends Submission>({ config }: AppContext, submission: T): T {
  const category = findCategory(submission.category)
  if (!category) throw new Invalid('body.category', 'no category has this id or name')
  if (authorEmail(submission.author_email, new URL(config.publicUrl).hostname) === '')
    throw new Invalid('body.author_email', 'Enter an address that can receive mail.')
  return { ...submission, category }
}

/** Returns the details that the contract declares for a refusal. */
const detailsOf = (refusal: { refused: string; max?: number }) => (refusal.max === undefined ? undefined : { max: refusal.max })

async function customItems(ctx: AppContext, userId: string, rows: readonly CustomRecord[], languages: Languages) {
  return await toItems(ctx, rows.map(listedCustom), await readReader(ctx, userId, languages), languages)
}

const customItem = async (ctx: AppContext, userId: string, row: CustomRecord, languages: Languages): Promise<TemplateItem> =>
  first(await customItems(ctx, userId, [row], languages))

/** Returns a submission as its author sees it. */
async function submissionItem(
  ctx: AppContext,
  userId: string,
  row: CommunityRecord,
  { language_os }: Submission,
): Promise<TemplateItem> {
  const listed = await listCommunity(ctx, row, true)
  return first(await toItems(ctx, listed ? [listed] : [], await readReader(ctx, userId, { language_os }), { language_os }))
}

/** Returns the only item. Rejects with NotFound when the template was deleted in the meantime. */
function first([item]: readonly TemplateItem[]): TemplateItem {
  if (!item) throw new NotFound()
  return item
}
