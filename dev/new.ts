import { newFeature } from './new/newFeature.ts'
import { newMigration } from './new/newMigration.ts'

const USAGE = `npm run new feature <name>                      for example: npm run new feature bookmarks
npm run new migration <feature> <what-it-does>  for example: npm run new migration bookmarks add-colour`

/** `npm run new`: creates the first files of a feature or a migration below the current folder. Prints the files it made. */
const [kind, ...names] = process.argv.slice(2)
try {
  console.log(createFiles(kind, names).join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function createFiles(kindOfFiles: string | undefined, givenNames: readonly string[]): string[] {
  const [first, second] = givenNames
  if (kindOfFiles === 'feature' && first && givenNames.length === 1) return newFeature(process.cwd(), first)
  if (kindOfFiles === 'migration' && first && second && givenNames.length === 2) return newMigration(process.cwd(), first, second)
  throw new Error(USAGE)
}
