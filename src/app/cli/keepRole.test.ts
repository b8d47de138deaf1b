import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { hours } from '#kit/units.ts'
import { environment } from '#platform/config/environment.ts'
import { quietLog } from '#platform/log/log.ts'
import { freePort } from '#test/world/freePort.ts'
import { HeldClock } from '#test/world/HeldClock.ts'
import { takeDatabase } from '#test/world/cluster.ts'
import { CHECK_EVERY } from './healthCheck.ts'
import { keepRole } from './keepRole.ts'

/** Loaded into the process: SIGUSR2 blocks its event loop forever. */
const BLOCKS = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { for (;;); })`)}`

describe('a server process', () => {
  it('is restarted when its event loop is blocked, and not after the machine was suspended', async () => {
    await using database = await takeDatabase(inject('cluster'))
    const dir = await mkdtemp(join(tmpdir(), 'earshot-part-'))
    const clock = new HeldClock()
    const { PATH, HOME } = environment()
    const port = String(await freePort())
    const env = { PATH, HOME, PORT: port, DATA_DIR: dir, DATABASE_URL: database.url, NODE_OPTIONS: `--import ${BLOCKS}` }
    const part = keepRole('api', { args: [''], env, clock, log: quietLog })
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    try {
      await part.ready
      const first = part.pid()!
      clock.pass(hours(8))
      expect(await isReady()).toBe(true)
      process.kill(first, 'SIGUSR2')
      const checkedUntil = async (isOver: () => boolean) => {
        await expect
          .poll(() => {
            clock.pass(CHECK_EVERY)
            return isOver()
          })
          .toBe(true)
      }
      await checkedUntil(() => part.pid() !== first)
      await expect.poll(isReady, { timeout: 15_000 }).toBe(true)
      expect(part.pid()).not.toBe(first)
    } finally {
      await part.stop()
      await rm(dir, { recursive: true, force: true })
    }
  })
})
