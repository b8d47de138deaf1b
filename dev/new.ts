import { EXIT, type CommandHelp, UsageError, parseArguments, runCommand } from '#app/cli/runCommand.ts'
import { newFeature } from './new/newFeature.ts'
import { newMigration } from './new/newMigration.ts'

const HELP: CommandHelp = {
  name: 'new',
  usage: 'npm run new feature <name> | npm run new migration <feature> <what-it-does>',
  help: `Creates the first files of a feature, or a migration with the next number, and prints their paths.

Examples:
  npm run new feature bookmarks
  npm run new migration bookmarks add-colour`,
}

/** `npm run new`: creates the initial files of a feature or a migration below the current folder. Prints the created files. */
const args = process.argv.slice(2)
process.exitCode = await runCommand(HELP, args, async () => {
  const [kind, ...names] = parseArguments({ args, allowPositionals: true }).positionals
  try {
    console.log(createFiles(kind, names).join('\n'))
    return EXIT.ok
  } catch (error) {
    if (error instanceof UsageError) throw error
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
})

function createFiles(kind: string | undefined, names: readonly string[]): string[] {
  const [first, second] = names
  if (kind === 'feature' && first && names.length === 1) return newFeature(process.cwd(), first)
  if (kind === 'migration' && first && second && names.length === 2) return newMigration(process.cwd(), first, second)
  throw new UsageError('Enter what to create and its name.')
}
