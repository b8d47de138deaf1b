import { emptyServer } from './emptyServer.ts'
import { chooseEngines, type StartedServer, startServer, type TestServerOptions } from './startServer.ts'

const MAX_IDLE = 3

/** Empty servers waiting for the next test with the same options, most recent last. They end with their process. */
const idle: { key: string; started: StartedServer }[] = []

/** Returns an empty server with these options, which is started if none is idle, and a function that returns it to the pool. */
export async function takeServer(options: TestServerOptions): Promise<{ started: StartedServer; release: () => Promise<void> }> {
  const key = sharingKey(options)
  const index = key === null ? -1 : idle.findLastIndex((entry) => entry.key === key)
  const [reused] = index < 0 ? [] : idle.splice(index, 1)
  const started = reused?.started ?? (await startServer(options))
  Object.assign(started.engines, chooseEngines(options))
  return { started, release: () => releaseServer(key, started) }
}

/** Keeps an emptied server for the next test. A server that cannot be shared or emptied is closed. */
async function releaseServer(key: string | null, started: StartedServer): Promise<void> {
  if (key === null) return started.close()
  try {
    await emptyServer(started)
  } catch {
    return started.close()
  }
  idle.push({ key, started })
  if (idle.length > MAX_IDLE) await idle.shift()?.started.close()
}

/** Servers with equal keys are interchangeable for tests. Null for a server that no other test may use. */
function sharingKey({
  dedicated,
  log,
  webDir,
  disk,
  models,
  llm,
  settings,
  signUp,
  welcome,
  runsJobs,
}: TestServerOptions): string | null {
  return dedicated || log || webDir || disk || models
    ? null
    : JSON.stringify([llm ? 'llm' : null, settings, signUp, welcome, runsJobs])
}
