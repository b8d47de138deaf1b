import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { VERSION } from '#platform/config/version.ts'
import { siteContract } from '../contract.ts'

export function siteRoutes(app: FastifyInstance, { config, llm, secrets }: Ground): void {
  const { init, security } = siteContract
  serve(
    app,
    'site',
    { init, security },
    {
      init: async () => ({
        data: {
          version: VERSION,
          region: 'global' as const,
          privacy_version: config.privacyVersion,
          scripted_speech: config.scripted.speech,
          telemetry: config.telemetry,
          summarises_in_any_language: llm !== null,
        },
      }),
      security: async () => ({ data: await secrets.answers.describe() }),
    },
  )
}
