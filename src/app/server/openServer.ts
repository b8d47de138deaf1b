import type { FastifyInstance } from 'fastify'
import { seconds } from '#kit/units.ts'
import { blobRoutes } from '#platform/blobs/blobRoutes.ts'
import type { Config } from '#platform/config/config.ts'
import { liveRoutes } from '#platform/live/liveRoutes.ts'
import { openHttp } from '#platform/http/http.ts'
import { setCountryHeader } from '#platform/http/country.ts'
import { setReadOnly } from '#platform/http/readOnly.ts'
import { setLimits } from '#platform/http/limitCalls.ts'
import { sealAnswers } from '#platform/http/sealAnswers.ts'
import { lockRegions, sendAfterMove } from '#platform/http/turnAway.ts'
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
  /** Folder of the database. Null or absent when it is not on a disk of this machine. */
  databaseDir?: string | null
  log: Log
  /** Whether replies are validated against their contracts; off in production. */
  checksReplies: boolean
  supervise: boolean
  /** Folder of the built page, or null for a server without one. */
  webDir: string | null
}

export type Server = {
  app: FastifyInstance
  ground: Ground
  /** Starts to accept requests and returns the URL. */
  listen: () => Promise<string>
  /** Starts jobs when `processJobs` is set, and the live channel in every role. */
  begin: (options: { working: boolean }) => Promise<void>
  close: () => Promise<void>
}

/** A slow upload does not delay the shutdown longer than this: the client sends its part again. */
const LONGEST_CLOSE = seconds(10)

/** Creates the context and the HTTP server and installs the features. The server does not listen yet. */
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
    // The origin of the desktop program's latest.yml, which the page reads (A§7).
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
