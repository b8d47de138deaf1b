import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/db/migrate.ts'
import { prepareQueues } from '#test/world/prepareQueues.ts'
import { createDatabase, startTestCluster } from '#test/world/cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster of this run and the name of its migrated template database. */
    cluster: { adminUrl: string; template: string }
  }
}

const TEMPLATE = 'earshot_template'

/** One cluster a run, however many projects: named in the root `globalSetup` of vitest.config.ts, which runs once. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-test-'))
  const cluster = await startTestCluster(dir)
  const remove = async (): Promise<void> => {
    await cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const url = await createDatabase(cluster.adminUrl, TEMPLATE)
    await migrate(url)
    await prepareQueues(url, dir)
  } catch (error) {
    await remove()
    throw error
  }
  project.provide('cluster', { adminUrl: cluster.adminUrl, template: TEMPLATE })
  return remove
}
