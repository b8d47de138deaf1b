import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { atOrigin } from '#platform/http/atOrigin.ts'
import { serve } from '#platform/http/serve.ts'
import { exportContract } from '../contract.ts'
import { archiveLink } from './archiveLink.ts'

export function exportRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'export', exportContract, {
    all: async ({ caller, from }) => ({ data: { url: atOrigin(archiveLink(ground, caller), ground.config, from) } }),
  })
}
