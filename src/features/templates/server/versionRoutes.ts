import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { type TemplateItem, templateVersionsContract } from '../contract.ts'
import { findTemplate } from './find.ts'
import { readReader, toItems } from './items.ts'
import { listOwnVersions, restoreVersion } from './versions.ts'

/** The routes for the versions of own templates, private and submitted ones. */
export function templateVersionRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'template-versions', templateVersionsContract, {
    list: async ({ params, caller: { userId } }) => ({ data: await listOwnVersions(ctx, userId, params.id) }),
    restore: async ({ params, caller: { userId }, refuse }) => {
      const restored = await restoreVersion(ctx, userId, params.id, params.version)
      if ('refused' in restored) return refuse(restored.refused)
      return { data: await readItem(ctx, userId, params.id) }
    },
  })
}

/** Returns a template as its author sees it in lists. Rejects with NotFound. */
async function readItem(ctx: AppContext, userId: string, id: string): Promise<TemplateItem> {
  const listed = await findTemplate(ctx, userId, id, undefined)
  const [item] = await toItems(ctx, listed ? [listed] : [], await readReader(ctx, userId, {}), {})
  if (!item) throw new NotFound()
  return item
}
