import type { FastifyInstance } from 'fastify'
import { seconds } from '#shared/units.ts'
import { blobRoutes } from '#platform/blobs/http/blobRoutes.ts'
import type { Config } from '#platform/config/config.ts'
import { checkInstanceMode } from '#platform/db/instanceMode.ts'
import { liveRoutes } from '#platform/live/liveRoutes.ts'
import { createHttpServer } from '#platform/http/createHttpServer.ts'
import { setCountryHeader, restrictCountries, announceMove } from '#platform/http/availability.ts'
import { registerReadOnlyCheck } from '#platform/http/readOnly.ts'
import { setLimits } from '#platform/http/limitCalls.ts'
import { encryptResponses } from '#platform/http/responseEncoding.ts'
import type { Log } from '#platform/log/log.ts'
import type { AppContext } from '#platform/context.ts'
import { type Replacements, createContext } from '#platform/createContext.ts'
import { installFeatures, installPages } from './features.ts'
import { healthRoutes } from './healthRoutes.ts'
import { openApiRoute } from './openApiRoute.ts'
import { pageRoutes } from './pageRoutes.ts'
import { VERSION } from '#platform/config/version.ts'

export type ServerOptions = {
  config: Config
  databaseUrl: string
  /** Folder of the database. Null or undefined when it is not on a disk of this machine. */
  databaseDir?: string | null
  log: Log
  /** Whether replies are validated against their contracts; off in production. */
  checksReplies: boolean
  supervise: boolean
  /** Folder of the built page; null for a server without a page. */
  webDir: string | null
}

export type Server = {
  app: FastifyInstance
  ctx: AppContext
  /** Starts to accept requests and returns the URL. */
  listen: () => Promise<string>
  /** Starts processing jobs when `processJobs` is set, and the live channel in every role. */
  start: (options: { processJobs: boolean }) => Promise<void>
  close: () => Promise<void>
}

/** Maximum time for which a slow upload delays the shutdown; the client then sends its part again. */
const CLOSE_TIMEOUT = seconds(10)

/** Creates the context and the HTTP server and installs the features. The server does not listen yet. */
export async function createAppServer(options: ServerOptions, replacements: Replacements = {}): Promise<Server> {
  const { config, log, checksReplies, webDir } = options
  const { ctx, blobs, close } = await createContext(options, replacements)
  await checkInstanceMode(ctx.db, config.instanceMode)
  const trustProxy = config.trustedProxies ?? false
  const app = await createHttpServer({
    log,
    checksReplies,
    version: VERSION,
    trustProxy,
    connectionsPerAddress: config.connectionsPerAddress,
    clock: ctx.clock,
    https: config.publicUrl.startsWith('https:'),
    mediaOrigin: config.blobs.kind === 's3' && !config.blobs.proxy ? new URL(config.blobs.endpoint).origin : null,
    apiOrigin: config.site.api && URL.canParse(config.site.api) ? new URL(config.site.api).origin : null,
    assetOrigin: config.site.assets ? new URL(config.site.assets).origin : null,
    // The origin of the latest.yml of the desktop program, which the page reads (A§7).
    connectOrigins: config.site.downloads ? [new URL(config.site.downloads).origin] : [],
  })
  setLimits(app, ctx.limits, { perMinute: config.callsPerMinute })
  registerReadOnlyCheck(app, ctx.disk)
  setCountryHeader(app, config.countryHeader)
  encryptResponses(app, ctx.secrets.responseKeys)
  announceMove(app, config)
  restrictCountries(app, config)
  await app.register(
    async (api) => {
      installFeatures(api, ctx)
      liveRoutes(api, ctx.live, ctx.clock)
      openApiRoute(api, () => app.swagger())
    },
    { prefix: '/api' },
  )
  await app.register(async (scope) => blobRoutes(scope, blobs))
  if (config.payments.provider === 'sandbox') {
    const { sandboxPages } = await import('#platform/payments/sandbox/sandboxPages.ts')
    sandboxPages(app, ctx)
  }
  installPages(app, ctx)
  healthRoutes(app, ctx)
  if (webDir) await pageRoutes(app, webDir)

  return {
    app,
    ctx,
    listen: () => app.listen({ port: config.port, host: config.host }),
    start: async ({ processJobs }) => {
      await ctx.live.start()
      await ctx.jobs.start({ processJobs })
    },
    close: async () => {
      const closed = new AbortController()
      const forceClose = ctx.clock.wait(CLOSE_TIMEOUT, closed.signal).then(() => app.server.closeAllConnections())
      forceClose.catch(() => undefined)
      await app.close()
      closed.abort()
      await close()
    },
  }
}
