import { VERSION } from '#platform/config/version.ts'
import { EXIT } from './exitCodes.ts'

/** Prints the version of the program and of the Node that runs it. */
export async function version(): Promise<number> {
  process.stdout.write(`earshot ${VERSION} (Node ${process.versions.node})\n`)
  return EXIT.ok
}
