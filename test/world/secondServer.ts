import { type Server, openServer } from '#app/server/openServer.ts'
import { type Log, quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import type { World } from './world.ts'

type SecondServer = AsyncDisposable & { readonly server: Server; readonly url: string }

/** Starts a second server on the same database and folder, like another process of the same installation. */
export async function secondServer(w: World, { log = quietLog }: { log?: Log } = {}): Promise<SecondServer> {
  const options = { config: { ...w.config, port: 0 }, log, checksReplies: true, supervise: false, webDir: null }
  const replaced = { clock: w.clock, speech: scriptedSpeech(), llm: null }
  const server = await openServer({ ...options, databaseUrl: w.config.databaseUrl ?? '' }, replaced)
  return { server, url: await server.listen(), [Symbol.asyncDispose]: () => server.close() }
}
