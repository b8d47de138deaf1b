import { openServer } from '#app/server/openServer.ts'
import { readConfig } from '#platform/config/config.ts'
import { quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'

/** Makes the queues in the template database, so that every world finds them there. */
export async function prepareQueues(databaseUrl: string, dataDir: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const server = await openServer(
    { config, databaseUrl, log: quietLog, checksReplies: true, supervise: false, webDir: null },
    { speech: scriptedSpeech(), llm: null },
  )
  await server.begin({ working: false })
  await server.close()
}
