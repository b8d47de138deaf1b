import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { CategoryId, TemplateId, TemplateItem, TemplateVersion } from './item.ts'
import { noPermission, textRefusals } from './refusals.ts'

/** The most earlier versions of a template that are kept (docs/decisions/0081). */
export const MAX_TEMPLATE_VERSIONS = 20

/**
 * What became of a version. `saved` is that of every version of an own template. `was_published`: a later one took its place.
 * `replaced`: the author submitted another one before it was reviewed. `unavailable`: it was taken down.
 */
export const VersionStatus = z.enum(['saved', 'in_review', 'published', 'was_published', 'rejected', 'unavailable', 'replaced'])
export type VersionStatus = z.infer<typeof VersionStatus>

/** A text that an own or a submitted template has or had. */
export const PastVersion = z.extend(TemplateVersion, {
  status: VersionStatus,
  /** True for the version that the author edits: the latest one. */
  is_current: z.boolean(),
  /** What the reviewer wrote; empty otherwise. */
  comment: z.string(),
  category_id: z.union([CategoryId, z.literal('')]),
  icon: z.string(),
  icon_color: z.string(),
})
export type PastVersion = z.infer<typeof PastVersion>

const params = z.object({ id: TemplateId })

/** The versions of a template, for the user who wrote it. */
export const templateVersionsContract = {
  list: route({
    method: 'GET',
    path: '/summary/template/:id/versions',
    access: 'signed-in',
    summary: 'List the texts that an own or an own community template has and had, newest first',
    params,
    reply: z.object({ data: z.array(PastVersion) }),
  }),
  restore: route({
    method: 'POST',
    path: '/summary/template/:id/versions/:version/restore',
    access: 'signed-in',
    summary: 'Make an earlier text the new version of a template; a community template is reviewed again',
    params: z.extend(params, { version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }),
    reply: z.object({ data: TemplateItem }),
    refusals: {
      noPermission,
      ...textRefusals,
      isCurrent: { status: -3, message: 'The template already has this text.' },
    },
  }),
} as const
