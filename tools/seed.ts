import { EXIT } from '#app/cli/exitCodes.ts'
import { ConfigError } from '#platform/config/ConfigError.ts'
import { environment } from '#platform/config/environment.ts'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'
import { SeedProblem } from './seed/callsInto.ts'
import { USAGE, readArguments } from './seed/readArguments.ts'
import { seedDataDir } from './seed/seedDataDir.ts'

/** `npm run seed library`: creates a library of several years, for manual tests and measurements. */
process.exitCode = await seed(process.argv.slice(2))

async function seed(args: readonly string[]): Promise<number> {
  const options = read(args)
  if (options === null) return EXIT.usage
  const begun = performance.now()
  try {
    const done = await seedDataDir(environment(), options)
    const took = ((performance.now() - begun) / 1000).toFixed(1)
    const account = done.isNewAccount ? 'made this account' : 'added to this account'
    console.log(`${account} in ${took} s:
  recordings   ${done.files}: ${done.withSound} with sound, the others say that theirs was deleted by rule
  transcribed  ${done.transcribed}
  in the trash ${done.inTrash}
  folders      ${done.folders}
  e-mail       ${options.email}${done.isNewAccount && options.isPasswordMadeUp ? `\n  password     ${options.password}` : ''}

${done.isServed ? 'Sign in' : 'Start the server (npm start) and sign in'}: ${done.url}/login`)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof SeedProblem || error instanceof ConfigError || error instanceof EmbeddedProblem)) throw error
    console.error(error.message)
    return error instanceof ConfigError ? EXIT.config : EXIT.unavailable
  }
}

function read(args: readonly string[]): ReturnType<typeof readArguments> | null {
  try {
    return readArguments(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return null
  }
}
