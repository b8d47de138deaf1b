import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '#platform/clock/clock.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import {
  ACCESS_KEY,
  MEMCACHED,
  type Ports,
  PYTHON,
  REGION,
  SECRET_KEY,
  type Server,
  SERVERS,
  swiftSettings,
} from './swiftSettings.ts'

const START_TIMEOUT = 90_000

/** A real S3 server for one test file: Swift with its S3 middleware. */
export type S3Server = AsyncDisposable & {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Kills all of its processes at once, like a power cut. */
  readonly kill: () => Promise<void>
  /** Restarts it with the same URL and folder. */
  readonly start: () => Promise<void>
}

/** Starts the server with all data under `folder`. Call it only when `s3SkipReason` returns null. */
export async function startS3(folder: string): Promise<S3Server> {
  await mkdir(join(folder, 'devices/disk'), { recursive: true })
  const ports: Ports = {
    account: await findFreePort(),
    container: await findFreePort(),
    object: await findFreePort(),
    proxy: await findFreePort(),
    memory: await findFreePort(),
  }
  for (const [name, text] of Object.entries(swiftSettings(folder, ports))) await writeFile(join(folder, name), text)
  const ringArguments = [folder, ports.account, ports.container, ports.object].map(String)
  await promisify(execFile)(PYTHON, [join(import.meta.dirname, 'rings.py'), ...ringArguments])
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  let running: ChildProcess[] = []
  const kill = async () => {
    const runningChildren = running.filter((child) => child.exitCode === null && child.signalCode === null)
    const exits = runningChildren.map((child) => once(child, 'exit'))
    // The proxy is killed first, so that it acknowledges nothing that the storage servers have not finished.
    for (const child of runningChildren.toReversed()) child.kill('SIGKILL')
    running = []
    await Promise.all(exits)
  }
  const start = async () => {
    await using logFile = await open(join(folder, 'output.log'), 'a')
    const stdio = ['ignore', logFile.fd, logFile.fd] as const
    const username = userInfo().username
    const spawnProgram = (...args: string[]) =>
      spawn(PYTHON, [join(import.meta.dirname, 'serve.py'), folder, ...args], { stdio: [...stdio] })
    const storage = SERVERS.filter((server) => server !== 'proxy')
    running = [
      ...storage.map((server) => spawnProgram(server)),
      spawnProgram(MEMCACHED, '-l', '127.0.0.1', '-p', `${ports.memory}`, '-u', username),
    ]
    await waitUntilListening(running, storage, ports)
    // The proxy starts last. A request accepted while a storage server is missing would be listed only after a repair.
    running.push(spawnProgram('proxy'))
    await waitUntilListening(running, ['proxy'], ports)
  }
  await start()
  return {
    endpoint,
    region: REGION,
    accessKeyId: ACCESS_KEY,
    secretAccessKey: SECRET_KEY,
    kill,
    start,
    [Symbol.asyncDispose]: kill,
  }
}

async function waitUntilListening(running: readonly ChildProcess[], servers: readonly Server[], ports: Ports): Promise<void> {
  for (let elapsed = 0; ; elapsed += 50) {
    const listening = await Promise.all(
      servers.map((server) =>
        fetch(`http://127.0.0.1:${ports[server]}/`).then(
          () => true,
          () => false,
        ),
      ),
    )
    if (listening.every(Boolean)) return
    if (elapsed > START_TIMEOUT || running.some((child) => child.exitCode !== null))
      throw new Error('the S3 test server did not start')
    await systemClock.wait(50)
  }
}
