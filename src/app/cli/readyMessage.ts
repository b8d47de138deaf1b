import { VERSION } from '#platform/config/version.ts'
import type { Millis } from '#shared/units.ts'
import type { Config } from '#platform/config/config.ts'

/** Returns the message that `earshot start` prints when the server is ready. Its last line is the URL. */
export function readyMessage(config: Config, setupLink: string | null, startupTime: Millis): string {
  const lines = [
    '',
    `Earshot ${VERSION} is ready after ${(startupTime / 1000).toFixed(1)} s. Ctrl-C ends it.`,
    `  data       ${config.dataDir}`,
    `  database   ${config.databaseUrl === null ? 'PostgreSQL of its own, in the data folder' : 'as DATABASE_URL says'}`,
    `  speech     ${config.scripted.speech ? 'SCRIPTED: for tests only, nothing is really heard' : 'Whisper base on this machine'}`,
    `  summaries  ${config.llm.baseUrl && config.llm.model ? config.llm.model : 'from the words themselves (no language model is configured)'}`,
    ...(setupLink
      ? [
          '',
          'Nobody has an account yet. On this machine, open the address below; from elsewhere, make the first account here:',
          `  ${setupLink}`,
        ]
      : []),
    '',
    config.publicUrl,
    '',
  ]
  return lines.join('\n')
}
