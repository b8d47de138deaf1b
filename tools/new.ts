import { newFeature } from './new/newFeature.ts'
import { newMigration } from './new/newMigration.ts'

const USAGE = `npm run new feature <name>                      for example: npm run new feature bookmarks
npm run new migration <feature> <what-it-does>  for example: npm run new migration bookmarks add-colour`

/** `npm run new`: creates the first files of a feature or a migration below the current folder. Prints the files it made. */
const [kind, ...names] = process.argv.slice(2)
try {
  console.log(make(kind, names).join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function make(what: string | undefined, given: readonly string[]): string[] {
  const [first, second] = given
  if (what === 'feature' && first && given.length === 1) return newFeature(process.cwd(), first)
  if (what === 'migration' && first && second && given.length === 2) return newMigration(process.cwd(), first, second)
  throw new Error(USAGE)
}
