import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { listOwnCommunity } from './server/community/storeCommunity.ts'
import { templateReviewRoutes } from './server/community/reviewRoutes.ts'
import { isNamedReviewer } from './server/community/storeReviewers.ts'
import { translate, translateJob } from './server/community/translate.ts'
import { listCustom } from './server/custom/storeCustom.ts'
import { customTemplatesRoutes, templatesRoutes } from './server/routes.ts'
import { templateVersionRoutes } from './server/versionRoutes.ts'
import { listUses } from './server/storeUses.ts'
import { listOwnVersions } from './server/versions.ts'

export {
  addReviewer,
  listForReview,
  listReviewers,
  readForReview,
  publishTemplate,
  rejectTemplate,
  removeReviewer,
} from './server/community/review.ts'
export { recommendTemplate } from './server/recommend/recommend.ts'
export { readTemplate, recordTemplateUse } from './server/readTemplate.ts'
export { listLockedTemplates } from './server/system/systemTemplates.ts'

/** Templates for summaries: of Earshot, of the community, and own ones (B§3, B§4, B§7). */
export const templates: ServerFeature = {
  name: 'templates',
  routes: [templatesRoutes, customTemplatesRoutes, templateVersionRoutes, templateReviewRoutes],
  jobs: [handleJob(translateJob, translate)],
  personalData: exportPersonalData,
}

/** Returns own templates, those submitted, each with its versions, and what was used when. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const submitted: Record<string, unknown>[] = []
  for (const row of await listOwnCommunity(ctx, userId)) {
    const { template_id: id, status, comment, author_email, author_name, created_at } = row
    const versions = await exportVersions(ctx, userId, id)
    submitted.push({ id, status, comment, author_email, author_name, created_at: unixSeconds(created_at), versions })
  }
  const custom: Record<string, unknown>[] = []
  for (const { template_id: id, created_at, edited_at } of await listCustom(ctx, userId)) {
    const versions = await exportVersions(ctx, userId, id)
    custom.push({ id, created_at: unixSeconds(created_at), edited_at: unixSeconds(edited_at), versions })
  }
  return {
    custom_templates: custom,
    community_templates: submitted,
    template_uses: (await listUses(ctx, userId)).map(({ kind, template, used_at }) => ({
      kind,
      id: template,
      used_at: unixSeconds(used_at),
    })),
    is_template_reviewer: await isNamedReviewer(ctx, userId),
  }
}

/** Returns the texts of a template, the present one first. */
const exportVersions = async (ctx: AppContext, userId: string, id: string) =>
  (await listOwnVersions(ctx, userId, id)).map(({ version, title, description, content, status, created_at }) => ({
    ...{ version, title, description, content, status, created_at },
  }))
