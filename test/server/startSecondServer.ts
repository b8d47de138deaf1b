import { type Server, createAppServer } from '#app/server/createAppServer.ts'
import { type Log, quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { TestServer } from './testServer.ts'

type SecondServer = AsyncDisposable & { readonly server: Server; readonly url: string }

/** Starts a second server on the same database and folder, like another process of the same installation. */
export async function startSecondServer(firstServer: TestServer, { log = quietLog }: { log?: Log } = {}): Promise<SecondServer> {
  const options = { config: { ...firstServer.config, port: 0 }, log, checksReplies: true, supervise: false, webDir: null }
  const overrides = { clock: firstServer.clock, speech: scriptedSpeech(), llm: null }
  const server = await createAppServer({ ...options, databaseUrl: firstServer.config.databaseUrl ?? '' }, overrides)
  return { server, url: await server.listen(), [Symbol.asyncDispose]: () => server.close() }
}
