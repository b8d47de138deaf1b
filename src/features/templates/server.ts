import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { listOwnCommunity, readVersion } from './server/community/storeCommunity.ts'
import { templateReviewRoutes } from './server/community/reviewRoutes.ts'
import { isNamedReviewer } from './server/community/storeReviewers.ts'
import { translate, translateJob } from './server/community/translate.ts'
import { listCustom } from './server/custom/storeCustom.ts'
import { customTemplatesRoutes, templatesRoutes } from './server/routes.ts'
import { listUses } from './server/storeUses.ts'

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
  routes: [templatesRoutes, customTemplatesRoutes, templateReviewRoutes],
  jobs: [handleJob(translateJob, translate)],
  personalData: exportPersonalData,
}

/** Returns own templates, those submitted with their latest version, and what was used when. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const submitted: Record<string, unknown>[] = []
  for (const row of await listOwnCommunity(ctx, userId)) {
    const version = await readVersion(ctx, row.template_id, row.latest_version)
    const { template_id: id, status, comment, author_email, author_name, created_at } = row
    const texts = version && { title: version.title, description: version.description, content: version.content }
    submitted.push({ id, status, comment, author_email, author_name, created_at: unixSeconds(created_at), ...texts })
  }
  return {
    custom_templates: (await listCustom(ctx, userId)).map(({ template_id, name, content, created_at, edited_at }) => ({
      id: template_id,
      name,
      content,
      created_at: unixSeconds(created_at),
      edited_at: unixSeconds(edited_at),
    })),
    community_templates: submitted,
    template_uses: (await listUses(ctx, userId)).map(({ kind, template, used_at }) => ({
      kind,
      id: template,
      used_at: unixSeconds(used_at),
    })),
    is_template_reviewer: await isNamedReviewer(ctx, userId),
  }
}
