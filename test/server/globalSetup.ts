import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createAppServer } from '#app/server/createAppServer.ts'
import { readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { createDatabase, queryDatabase, startTestCluster } from '#test/server/testCluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster of this run, the name of its migrated template database, and a folder that is removed at the end. */
    cluster: { adminUrl: string; template: string; dataDir: string }
  }
}

const TEMPLATE = 'earshot_template'

/** Starts one cluster per run for all projects. This is the root `globalSetup` of vitest.config.ts, which runs once. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-test-'))
  const cluster = await startTestCluster(dir)
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-servers-'))
  const removeCluster = async (): Promise<void> => {
    await cluster.stop()
    await rm(dir, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await createDatabase(cluster.adminUrl, TEMPLATE)
    await migrate(url)
    await prepareQueues(url, dir)
    // Each test server sets its own instance mode.
    await queryDatabase(url, 'delete from instance')
  } catch (error) {
    await removeCluster()
    throw error
  }
  project.provide('cluster', { adminUrl: cluster.adminUrl, template: TEMPLATE, dataDir })
  return removeCluster
}

/** Creates the queues in the template database, so that they exist in every copy. */
async function prepareQueues(databaseUrl: string, dataDir: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const server = await createAppServer(
    { config, databaseUrl, log: quietLog, checksReplies: true, supervise: false, webDir: null },
    { speech: scriptedSpeech() },
  )
  await server.start({ processJobs: false })
  await server.close()
}
