import { EXIT } from '#app/cli/exitCodes.ts'
import { ConfigError } from '#platform/config/ConfigError.ts'
import { environment } from '#platform/config/environment.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { SeedError } from './seed/SeedClient.ts'
import { USAGE, parseSeedArguments } from './seed/parseSeedArguments.ts'
import { seedDataDir } from './seed/seedDataDir.ts'

/** `npm run seed library`: creates a library of several years, for manual tests and measurements. */
process.exitCode = await runSeed(process.argv.slice(2))

async function runSeed(args: readonly string[]): Promise<number> {
  const options = parseOptions(args)
  if (options === null) return EXIT.usage
  const startedAt = performance.now()
  try {
    const result = await seedDataDir(environment(), options)
    const elapsedSeconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const account = result.isNewAccount ? 'made this account' : 'added to this account'
    console.log(`${account} in ${elapsedSeconds} s:
  recordings   ${result.files}: ${result.withSound} with sound, the others say that theirs was deleted by rule
  transcribed  ${result.transcribed}
  in the trash ${result.inTrash}
  folders      ${result.folders}
  e-mail       ${options.email}${result.isNewAccount && options.isPasswordGenerated ? `\n  password     ${options.password}` : ''}

${result.isAlreadyRunning ? 'Sign in' : 'Start the server (npm start) and sign in'}: ${result.url}/login`)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof SeedError || error instanceof ConfigError || error instanceof EmbeddedError)) throw error
    console.error(error.message)
    return error instanceof ConfigError ? EXIT.config : EXIT.unavailable
  }
}

function parseOptions(args: readonly string[]): ReturnType<typeof parseSeedArguments> | null {
  try {
    return parseSeedArguments(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return null
  }
}
