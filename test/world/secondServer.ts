import { type Server, openServer } from '#app/server/openServer.ts'
import { type Log, quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import type { World } from './world.ts'

type SecondServer = AsyncDisposable & { readonly server: Server; readonly url: string }

/** A second server on the same database and folder, as another process of the same installation, on a port of its own. */
export async function secondServer(w: World, { log = quietLog }: { log?: Log } = {}): Promise<SecondServer> {
  const options = { config: { ...w.config, port: 0 }, log, checksReplies: true, supervise: false, webDir: null }
  const replaced = { clock: w.clock, speech: scriptedSpeech(), llm: null }
  const server = await openServer({ ...options, databaseUrl: w.config.databaseUrl ?? '' }, replaced)
  return { server, url: await server.listen(), [Symbol.asyncDispose]: () => server.close() }
}
