import { VERSION } from '#app/server/version.ts'
import type { Millis } from '#kit/units.ts'
import { hasAccounts, setupToken } from '#features/account/server.ts'
import type { Config } from '#platform/config/config.ts'
import { quietLog } from '#platform/log/log.ts'
import { openGround } from '#platform/openGround.ts'

/** What `earshot start` says when it serves. Its last line is the address, or the setup link where one is needed. */
export async function greeting(config: Config, databaseUrl: string, took: Millis): Promise<string> {
  const lines = [
    '',
    `Earshot ${VERSION} is ready after ${(took / 1000).toFixed(1)} s. Ctrl-C ends it.`,
    `  data       ${config.dataDir}`,
    `  database   ${config.databaseUrl === null ? 'PostgreSQL of its own, in the data folder' : 'as DATABASE_URL says'}`,
    `  speech     ${config.scripted.speech ? 'SCRIPTED: for tests only, nothing is really heard' : 'Whisper base on this machine'}`,
    `  summaries  ${config.llm.baseUrl && config.llm.model ? config.llm.model : 'from the words themselves (no language model is configured)'}`,
    ...(await setupLines(config, databaseUrl)),
    '',
    config.publicUrl,
    '',
  ]
  return lines.join('\n')
}

async function setupLines(config: Config, databaseUrl: string): Promise<string[]> {
  const { ground, close } = await openGround({ config, databaseUrl, log: quietLog, supervise: false })
  try {
    if (await hasAccounts(ground)) return []
    const link = `${config.publicUrl}/login?setup=${setupToken(ground)}`
    return ['', 'Nobody has an account yet. On this machine, open the address below; from elsewhere, make the first account here:', `  ${link}`]
  } finally {
    await close()
  }
}
