import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '#platform/clock/clock.ts'
import { freePort } from '#test/world/freePort.ts'
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

const LONGEST_START = 90_000

/** A real S3 server for one test file: Swift with its S3 middleware. */
export type S3Server = AsyncDisposable & {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Kills all of its processes at once, like a power cut. */
  readonly kill: () => Promise<void>
  /** Starts it again with the same address and folder. */
  readonly start: () => Promise<void>
}

/** Starts the server with all data under `folder`. Call it only when `s3SkipReason` returns null. */
export async function startS3(folder: string): Promise<S3Server> {
  await mkdir(join(folder, 'devices/disk'), { recursive: true })
  const ports: Ports = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
    proxy: await freePort(),
    memory: await freePort(),
  }
  for (const [name, text] of Object.entries(swiftSettings(folder, ports))) await writeFile(join(folder, name), text)
  const rings = [folder, ports.account, ports.container, ports.object].map(String)
  await promisify(execFile)(PYTHON, [join(import.meta.dirname, 'rings.py'), ...rings])
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  let running: ChildProcess[] = []
  const kill = async () => {
    const alive = running.filter((child) => child.exitCode === null && child.signalCode === null)
    const ended = alive.map((child) => once(child, 'exit'))
    // The proxy is killed first, so that nothing is acknowledged that the storage servers have not finished.
    for (const child of alive.toReversed()) child.kill('SIGKILL')
    running = []
    await Promise.all(ended)
  }
  const start = async () => {
    await using said = await open(join(folder, 'said.log'), 'a')
    const stdio = ['ignore', said.fd, said.fd] as const
    const me = userInfo().username
    const begun = (...words: string[]) =>
      spawn(PYTHON, [join(import.meta.dirname, 'serve.py'), folder, ...words], { stdio: [...stdio] })
    const storage = SERVERS.filter((server) => server !== 'proxy')
    running = [...storage.map((server) => begun(server)), begun(MEMCACHED, '-l', '127.0.0.1', '-p', `${ports.memory}`, '-u', me)]
    await allListen(running, storage, ports)
    // The proxy starts last. A request accepted while a storage server is missing would be listed only after a repair.
    running.push(begun('proxy'))
    await allListen(running, ['proxy'], ports)
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

async function allListen(running: readonly ChildProcess[], servers: readonly Server[], ports: Ports): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const answers = await Promise.all(
      servers.map((server) =>
        fetch(`http://127.0.0.1:${ports[server]}/`).then(
          () => true,
          () => false,
        ),
      ),
    )
    if (answers.every(Boolean)) return
    if (waited > LONGEST_START || running.some((child) => child.exitCode !== null))
      throw new Error('the S3 server of the tests did not start')
    await systemClock.wait(50)
  }
}
