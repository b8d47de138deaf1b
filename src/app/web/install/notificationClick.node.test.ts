import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const script = readFileSync(new URL('../public/notificationClick.js', import.meta.url), 'utf8')
const data = { path: '/file/a', address: '/web1/file/a' }

/** Clicks a notification while this many pages are open. Returns what happened. */
async function clickNotification(pageCount: number): Promise<unknown[]> {
  const happened: unknown[] = []
  const page = {
    postMessage: (message: unknown) => happened.push({ ...(message as object) }),
    focus: async () => happened.push('focus'),
  }
  const self: { onnotificationclick?: (event: object) => void; clients: object } = {
    clients: {
      matchAll: async () => Array.from({ length: pageCount }, () => page),
      openWindow: async (address: string) => happened.push(`open ${address}`),
    },
  }
  runInNewContext(script, { self })
  let done: Promise<unknown> = Promise.resolve()
  self.onnotificationclick?.({
    notification: { data, close: () => happened.push('close') },
    waitUntil: (work: Promise<unknown>) => (done = work),
  })
  await done
  return happened
}

it('opens the page of the notification in the most recently used tab', async () => {
  expect(await clickNotification(2)).toEqual(['close', { openPath: '/file/a' }, 'focus'])
})

it('opens a new tab when there is none', async () => {
  expect(await clickNotification(0)).toEqual(['close', 'open /web1/file/a'])
})
