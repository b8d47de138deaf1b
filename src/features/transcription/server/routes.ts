import type { FastifyInstance } from 'fastify'
import { readFullFiles, requireFile } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { joinWords } from '#platform/speech/joinWords.ts'
import { transcriptionContract } from '../contract.ts'
import { segmentsOf } from '../rules.ts'
import { speakerWord } from './speakerWords.ts'
import { listWindows, toHeard } from './store.ts'

export function transcriptionRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'transcription', transcriptionContract, {
    label: async ({ body }) => ({ data: { label_text: speakerWord(body.language) } }),
    heard: async ({ params, query, caller }) => {
      await requireFile(ground, caller.userId, params.id)
      const rows = await listWindows(ground, caller.userId, params.id)
      const latest = rows.filter((row) => row.task_id === rows[0]?.task_id)
      const under = segmentsOf(latest.map(toHeard), joinWords)
      const [file] = rows.length > 0 ? [] : await readFullFiles(ground, caller.userId, [params.id])
      const all = rows.length > 0 ? under : (file?.trans_result ?? [])
      return { data: { segments: all.slice(query.from), total: all.length } }
    },
  })
}
