import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { hours, seconds } from '#shared/units.ts'
import { environment } from '#platform/config/environment.ts'
import { quietLog } from '#platform/log/log.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { createTestDatabase } from '#test/server/testCluster.ts'
import { CHECK_INTERVAL, superviseRole, startHealthCheck } from './superviseRole.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { EXIT } from './runCommand.ts'

/** Loaded into the process: SIGUSR2 blocks its event loop forever. */
const BLOCKING_MODULE = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { for (;;); })`)}`

describe('a server process', () => {
  it('is restarted when its event loop is blocked, but not after the machine was suspended', async () => {
    await using database = await createTestDatabase(inject('cluster'))
    const dir = await mkdtemp(join(tmpdir(), 'earshot-part-'))
    const clock = new TestClock()
    const { PATH, HOME } = environment()
    const port = String(await findFreePort())
    const env = { PATH, HOME, PORT: port, DATA_DIR: dir, DATABASE_URL: database.url, NODE_OPTIONS: `--import ${BLOCKING_MODULE}` }
    const role = superviseRole('api', { args: [''], env, clock, log: quietLog })
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    try {
      await role.ready
      const firstPid = role.pid()!
      clock.advance(hours(8))
      expect(await isReady()).toBe(true)
      process.kill(firstPid, 'SIGUSR2')
      const passChecksUntil = async (condition: () => boolean) => {
        await expect
          .poll(() => {
            clock.advance(CHECK_INTERVAL)
            return condition()
          })
          .toBe(true)
      }
      await passChecksUntil(() => role.pid() !== firstPid)
      await expect.poll(isReady, { timeout: 15_000 }).toBe(true)
      expect(role.pid()).not.toBe(firstPid)
    } finally {
      await role.stop()
      await rm(dir, { recursive: true, force: true })
    }
  })
})

/**
 * Returns a proxy to a database that can be frozen: it stops forwarding bytes, as when the database processes are stopped or the
 * network is lost.
 */
async function freezableDatabase(url: string) {
  const target = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const upstream = connect({ path: join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432') })
    sockets.push(socket, upstream)
    socket
      .on('error', () => undefined)
      .pipe(upstream.on('error', () => undefined))
      .pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    freeze: () => sockets.forEach((socket) => socket.unpipe()),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a server process without its parent', () => {
  it.each(['api', 'worker'] as const)(
    'ends although its database does not answer, so that its port is free for the next start: %s',
    { timeout: seconds(60) },
    async (kind) => {
      await using database = await createTestDatabase(inject('cluster'))
      const proxy = await freezableDatabase(database.url)
      const dir = await mkdtemp(join(tmpdir(), 'earshot-part-'))
      const { PATH, HOME } = environment()
      const env = { PATH, HOME, PORT: String(await findFreePort()), DATA_DIR: dir, DATABASE_URL: proxy.url }
      const child = fork(join(import.meta.dirname, 'main.ts'), ['role', kind, ''], { env, stdio: 'ignore' })
      const exited = once(child, 'exit')
      try {
        await once(child, 'message')
        proxy.freeze()
        child.disconnect()
        const result = await Promise.race([exited, systemClock.wait(seconds(20)).then(() => 'still running')])
        expect(result).toEqual([EXIT.ok, null])
      } finally {
        child.kill('SIGKILL')
        proxy.close()
        await rm(dir, { recursive: true, force: true })
      }
    },
  )
})

/** Starts a health check of a process that responds while `responds` returns true, and records whether it counts as stuck. */
function startCheck(responds: () => boolean) {
  const clock = new TestClock()
  const state = { checksSent: 0, isStuck: false }
  const health = startHealthCheck({ sendCheck: () => void (state.checksSent += 1), clock, signal: new AbortController().signal })
  void health.stuck.then(() => (state.isStuck = true))
  const pass = async (ms: number) => {
    if (responds()) health.onResponse()
    clock.advance(ms)
    await systemClock.wait(0)
  }
  return { state, pass }
}

describe('checkHealth', () => {
  it('reports a process as stuck after twenty seconds without a response, and not earlier', async () => {
    const { state, pass } = startCheck(() => false)
    for (let n = 0; n < 3; n++) await pass(CHECK_INTERVAL)
    expect(state).toEqual({ checksSent: 4, isStuck: false })
    await pass(CHECK_INTERVAL)
    expect(state).toEqual({ checksSent: 4, isStuck: true })
  })

  it('continues while the process responds, however late', async () => {
    let n = 0
    const { state, pass } = startCheck(() => n++ % 3 === 2)
    for (let times = 0; times < 30; times++) await pass(CHECK_INTERVAL)
    expect(state).toEqual({ checksSent: 31, isStuck: false })
  })

  it('does not count the time in which the machine was suspended', async () => {
    const { state, pass } = startCheck(() => false)
    for (let n = 0; n < 3; n++) await pass(CHECK_INTERVAL)
    await pass(hours(8))
    for (let n = 0; n < 3; n++) await pass(CHECK_INTERVAL)
    expect(state.isStuck).toBe(false)
    await pass(CHECK_INTERVAL)
    expect(state.isStuck).toBe(true)
  })
})
