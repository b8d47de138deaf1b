import { EXIT, runCommand } from '#app/cli/runCommand.ts'
import { ConfigError, environment } from '#platform/config/environment.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { SeedError } from './seed/SeedClient.ts'
import { SEED_HELP, parseSeedArguments } from './seed/parseSeedArguments.ts'
import { seedDataDir } from './seed/seedDataDir.ts'

/** `npm run seed library`: creates a library of several years, for manual tests and measurements. */
const args = process.argv.slice(2)
process.exitCode = await runCommand(SEED_HELP, args, runSeed)

async function runSeed(): Promise<number> {
  const options = parseSeedArguments(args)
  const startedAt = performance.now()
  try {
    const result = await seedDataDir(environment(), options)
    const elapsedSeconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const account = result.isNewAccount ? 'created an account' : 'added to the account'
    console.log(`${account} in ${elapsedSeconds} s:
  recordings   ${result.files}: ${result.withSound} with audio; the audio of the others counts as deleted
  transcribed  ${result.transcribed}
  in the trash ${result.inTrash}
  folders      ${result.folders}
  email        ${options.email}${result.isNewAccount && options.isPasswordGenerated ? `\n  password     ${options.password}` : ''}

${result.isAlreadyRunning ? 'Sign in' : 'Start the server (npm start) and sign in'}: ${result.url}/login`)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof SeedError || error instanceof ConfigError || error instanceof EmbeddedError)) throw error
    console.error(error.message)
    return error instanceof ConfigError ? EXIT.config : EXIT.unavailable
  }
}
