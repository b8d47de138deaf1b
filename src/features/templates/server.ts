import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { templateReviewRoutes } from './server/review/reviewRoutes.ts'
import { isNamedReviewer } from './server/review/storeReviewers.ts'
import { customTemplatesRoutes, templateVersionRoutes, templatesRoutes } from './server/routes.ts'
import { describeVersions } from './server/save/versions.ts'
import { type TemplateRecord, listOwn } from './server/storeTemplates.ts'
import { listUses } from './server/storeUses.ts'
import { translate, translateJob } from './server/translation/translate.ts'

export {
  addReviewer,
  listForReview,
  listReviewers,
  readForReview,
  publishTemplate,
  rejectTemplate,
  removeReviewer,
} from './server/review/review.ts'
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
  const custom: Record<string, unknown>[] = []
  const submitted: Record<string, unknown>[] = []
  for (const { row, latest } of await listOwn(ctx, userId)) {
    const { template_id: id, status, comment, author_email, author_name } = row
    const created_at = unixSeconds(row.created_at)
    const versions = await exportVersions(ctx, row)
    if (status === 'private') custom.push({ id, created_at, edited_at: unixSeconds(latest.created_at), versions })
    else submitted.push({ id, status, comment, author_email, author_name, created_at, versions })
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
const exportVersions = async (ctx: AppContext, row: TemplateRecord) =>
  (await describeVersions(ctx, row)).map(({ version, title, description, content, status, created_at }) => ({
    version,
    title,
    description,
    content,
    status,
    created_at,
  }))
