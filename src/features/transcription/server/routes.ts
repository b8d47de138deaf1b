import type { FastifyInstance } from 'fastify'
import { readFullFiles, requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { transcriptionContract } from '../contract.ts'
import { createLiveSegments } from './liveSegments.ts'
import { speakerLabel } from './speakerLabel.ts'
import { listSpeakers } from './store.ts'

export function transcriptionRoutes(app: FastifyInstance, ctx: AppContext): void {
  const readLiveSegments = createLiveSegments(ctx)

  serve(app, 'transcription', transcriptionContract, {
    label: async ({ body }) => ({ data: { label_text: speakerLabel(body.language) } }),
    voices: async ({ params, caller: { userId } }) => {
      await requireFile(ctx, userId, params.id)
      const rows = await listSpeakers(ctx, userId, params.id)
      return { data: { voices: rows.map(({ speaker, embedding, clear_seconds: seconds }) => ({ speaker, embedding, seconds })) } }
    },
    liveSegments: async ({ params, query, caller }) => {
      await requireFile(ctx, caller.userId, params.id)
      const live = await readLiveSegments(caller.userId, params.id, query.from)
      if (live) return { data: live }
      const [file] = await readFullFiles(ctx, caller.userId, [params.id])
      const all = file?.trans_result ?? []
      return { data: { segments: all.slice(query.from), total: all.length } }
    },
  })
}
