import type { FastifyInstance } from 'fastify'
import { readFullFiles, requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { joinWords } from '#platform/speech/languages.ts'
import { transcriptionContract } from '../contract.ts'
import { buildSegments } from '../rules.ts'
import { speakerLabel } from './speakerLabel.ts'
import { listWindows, toTranscribedWindow } from './store.ts'

export function transcriptionRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'transcription', transcriptionContract, {
    label: async ({ body }) => ({ data: { label_text: speakerLabel(body.language) } }),
    liveSegments: async ({ params, query, caller }) => {
      await requireFile(ctx, caller.userId, params.id)
      const rows = await listWindows(ctx, caller.userId, params.id)
      const latestRows = rows.filter((row) => row.task_id === rows[0]?.task_id)
      const segmentsSoFar = buildSegments(latestRows.map(toTranscribedWindow), joinWords)
      const [file] = rows.length > 0 ? [] : await readFullFiles(ctx, caller.userId, [params.id])
      const all = rows.length > 0 ? segmentsSoFar : (file?.trans_result ?? [])
      return { data: { segments: all.slice(query.from), total: all.length } }
    },
  })
}
