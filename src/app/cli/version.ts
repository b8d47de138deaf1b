import { VERSION } from '#platform/config/version.ts'
import { EXIT } from './exitCodes.ts'

/** Prints the versions of the program and of Node. */
export async function version(): Promise<number> {
  process.stdout.write(`earshot ${VERSION} (Node ${process.versions.node})\n`)
  return EXIT.ok
}
