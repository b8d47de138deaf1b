import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { quietLog } from '#platform/log/log.ts'
import { configurationPage } from './docs/configurationPage.ts'
import { databasePage } from './docs/databasePage.ts'

/**
 * `npm run docs`: writes the pages of docs/ that are generated from the source. `test/structure/generatedDocs.test.ts` checks them.
 */
const writePage = (name: string, page: string) => writeFile(new URL(`../docs/${name}`, import.meta.url), page)

await writePage('configuration.md', configurationPage())
const dataDir = await mkdtemp(join(tmpdir(), 'earshot-docs-'))
const postgres = await startEmbedded({ dataDir, log: quietLog, nonDurable: true })
try {
  await migrate(postgres.url)
  await writePage('database.md', await databasePage(postgres.url))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
