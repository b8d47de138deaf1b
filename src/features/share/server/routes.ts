import type { FastifyInstance } from 'fastify'
import { requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { clientSharesContract, shareContract } from '../contract.ts'
import { namedFile, readClientLink, saveClientLink } from './clientLinks.ts'
import { changeLink, createLink, readLinks, readViews, removeLink, renewLink, toWire } from './links.ts'

export function shareRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'share', shareContract, {
    links: async ({ params, caller, from }) => ({
      data: await readLinks(ctx, { userId: caller.userId, fileId: params.id }, from),
    }),
    create: async ({ params, body, caller, from, refuse }) => {
      const link = await createLink(ctx, { userId: caller.userId, fileId: params.id }, body)
      return { data: toWire(ctx, 'refused' in link ? refuse(link.refused) : link, from) }
    },
    change: async ({ params, body, caller, from, refuse }) => {
      const link = await changeLink(ctx, { userId: caller.userId, linkId: params.link_id }, body)
      return { data: toWire(ctx, 'refused' in link ? refuse(link.refused) : link, from) }
    },
    renew: async ({ params, caller, from }) => ({
      data: toWire(ctx, await renewLink(ctx, caller.userId, params.link_id), from),
    }),
    remove: async ({ params, caller }) => {
      await removeLink(ctx, caller.userId, params.link_id)
      return {}
    },
    views: async ({ params, query, caller }) => ({
      data: await readViews(ctx, { userId: caller.userId, linkId: params.link_id }, query.limit),
    }),
  })
}

/** The routes for other programs. */
export function clientShareRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'client-share', clientSharesContract, {
    shareUrl: async ({ params, body, caller, from, refuse }) => {
      const config = {
        overview: body.is_ai_content === 1 || body.is_mindmap === 1,
        transcript: body.is_trans === 1,
        audio: body.is_audio === 1,
      }
      const saved = await saveClientLink(ctx, { userId: caller.userId, fileId: params.id }, config, { from })
      return { url: 'refused' in saved ? refuse(saved.refused) : saved.share_url }
    },
    publicGet: async ({ body, caller, from }) => ({
      data: await readClientLink(ctx, { userId: caller.userId, fileId: namedFile(body) }, from),
    }),
    publicCreate: async ({ body, caller, from, refuse }) => {
      const target = { userId: caller.userId, fileId: namedFile(body) }
      const saved = await saveClientLink(ctx, target, body.content_config, { from })
      return { data: 'refused' in saved ? refuse(saved.refused) : saved }
    },
    publicUpdate: async ({ body, caller, from }) => {
      const target = { userId: caller.userId, fileId: namedFile(body) }
      const saved = await saveClientLink(ctx, target, body.content_config, { from, mayCreate: false })
      if ('refused' in saved) throw new Error('changing a link must not create one')
      return { data: saved }
    },
    privateGet: async ({ body, caller }) => {
      await requireFile(ctx, caller.userId, namedFile(body))
      return { data: { share_url: '' } }
    },
  })
}
