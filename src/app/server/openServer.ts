import type { FastifyInstance } from 'fastify'
import { seconds } from '#kit/units.ts'
import { blobRoutes } from '#platform/blobs/blobRoutes.ts'
import type { Config } from '#platform/config/config.ts'
import { liveRoutes } from '#platform/live/liveRoutes.ts'
import { lockRegions } from '#platform/http/lockRegions.ts'
import { openHttp } from '#platform/http/http.ts'
import { setCountryHeader } from '#platform/http/country.ts'
import { setReadOnly } from '#platform/http/readOnly.ts'
import { setLimits } from '#platform/http/limitCalls.ts'
import { sealAnswers } from '#platform/http/sealAnswers.ts'
import { sendAfterMove } from '#platform/http/sendAfterMove.ts'
import type { Log } from '#platform/log/log.ts'
import type { Ground } from '#platform/ground.ts'
import { type Replacements, openGround } from '#platform/openGround.ts'
import { installFeatures } from './features.ts'
import { healthRoutes } from './healthRoutes.ts'
import { pageRoutes } from './pageRoutes.ts'
import { VERSION } from '#platform/config/version.ts'

export type ServerOptions = {
  config: Config
  databaseUrl: string
  /** Where the database lies; left out or null when it is not on a disk of this machine. */
  databaseDir?: string | null
  log: Log
  /** Replies are held against their contracts; off in production. */
  checksReplies: boolean
  supervise: boolean
  /** The built page, or null for a server without one. */
  webDir: string | null
}

export type Server = {
  app: FastifyInstance
  ground: Ground
  /** Answers requests; the address it listens on. */
  listen: () => Promise<string>
  /** Takes up jobs, when `working`; every role hears the live channel. */
  begin: (options: { working: boolean }) => Promise<void>
  close: () => Promise<void>
}

/** An upload over a slow line does not hold up the end: its part is sent again to the next server. */
const LONGEST_CLOSE = seconds(10)

/** Everything put together, not yet listening: config -> ground -> features in order. */
export async function openServer(options: ServerOptions, replaced: Replacements = {}): Promise<Server> {
  const { config, log, checksReplies, webDir } = options
  const { ground, blobs, close } = await openGround(options, replaced)
  const trustProxy = config.trustedProxies ?? false
  const app = await openHttp({
    log,
    checksReplies,
    version: VERSION,
    trustProxy,
    connectionsPerAddress: config.connectionsPerAddress,
    clock: ground.clock,
    https: config.publicUrl.startsWith('https:'),
    sounds: config.blobs.kind === 's3' && !config.blobs.proxy ? new URL(config.blobs.endpoint).origin : null,
    assets: config.site.assets ? new URL(config.site.assets).origin : null,
    // Where the desktop program's latest.yml lies, which the page reads (A§7).
    asks: config.site.downloads ? [new URL(config.site.downloads).origin] : [],
  })
  setLimits(app, ground.limits, { perMinute: config.callsPerMinute })
  setReadOnly(app, ground.disk)
  setCountryHeader(app, config.countryHeader)
  sealAnswers(app, ground.secrets.answers)
  sendAfterMove(app, config)
  lockRegions(app, config)
  await app.register(
    async (api) => {
      installFeatures(api, ground)
      liveRoutes(api, ground.live, ground.clock)
      api.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
    },
    { prefix: '/api' },
  )
  await app.register(async (raw) => blobRoutes(raw, blobs))
  healthRoutes(app, ground)
  if (webDir) await pageRoutes(app, webDir)

  return {
    app,
    ground,
    listen: () => app.listen({ port: config.port, host: config.host }),
    begin: async ({ working }) => {
      await ground.live.start()
      await ground.jobs.start({ working })
    },
    close: async () => {
      const patience = new AbortController()
      const impatient = ground.clock.wait(LONGEST_CLOSE, patience.signal).then(() => app.server.closeAllConnections())
      impatient.catch(() => undefined)
      await app.close()
      patience.abort()
      await close()
    },
  }
}
