import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, seconds } from '#kit/units.ts'
import { connectScreen } from '#ui/toastQueue.ts'
import type { ToastRequest } from '#ui/toastQueue.ts'
import { listen } from '#ui/listen.ts'
import type { Stop } from '#ui/time.ts'
import { startWords } from '../i18n.ts'
import './explainMissingPart.ts'
import { hearPreloadErrors } from './hearPreloadErrors.ts'
import { offerReload } from './offerReload.ts'
import type { WhyReload } from './offerReload.ts'
import { registerWorker } from './registerWorker.ts'

let toasts: ToastRequest[]
let stops: Stop[]

beforeEach(async () => {
  await startWords()
  vi.useFakeTimers()
  sessionStorage.clear()
  document.head.innerHTML = '<script type="module" src="/assets/index-first.js"></script>'
  toasts = []
  stops = [connectScreen({ add: (toast) => void toasts.push(toast), close: () => {} })]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const said = () => toasts.map(({ text }) => text)

describe('chunk that could not be loaded (A§8)', () => {
  const answers = (isThere: boolean) =>
    vi.stubGlobal('fetch', () =>
      isThere ? Promise.resolve(new Response('{"status":0}')) : Promise.reject(new TypeError('offline')),
    )
  const fail = async () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(10)
    return event
  }
  beforeEach(() => void stops.push(hearPreloadErrors()))

  it('offers a reload when the server answers', async () => {
    answers(true)
    await fail()
    expect(said()).toEqual(['A new version was installed.'])
    expect(toasts[0]).toMatchObject({ actions: [{ label: 'Reload' }], ms: 0 })
  })

  it('offers the reload once per version, so that a permanently missing chunk causes no loop', async () => {
    answers(true)
    await fail()
    await fail()
    expect(toasts).toHaveLength(1)
    document.head.innerHTML = '<script type="module" src="/assets/index-second.js"></script>'
    await fail()
    expect(toasts).toHaveLength(2)
  })

  it('shows that the user is offline when the server does not answer, and can still offer the reload later', async () => {
    answers(false)
    await fail()
    expect(said()).toEqual(['You are offline, and this part is not on this device.'])
    answers(true)
    await fail()
    expect(said().at(-1)).toBe('A new version was installed.')
  })

  it('does not prevent the error event', async () => {
    answers(true)
    expect((await fail()).defaultPrevented).toBe(false)
  })
})

describe('offer of a new version', () => {
  it('waits while an upload is running', async () => {
    let uploads = true
    stops.push(listen(window, 'beforeunload', (event) => uploads && event.preventDefault()))
    offerReload('update_ready')
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(toasts).toEqual([])
    uploads = false
    await vi.advanceTimersByTimeAsync(seconds(5))
    expect(said()).toEqual(['A new version is ready.'])
  })
})

describe('service worker', () => {
  class Registration extends EventTarget {
    active: EventTarget | null = null
    waiting: EventTarget | null = null
    installing: EventTarget | null = null
    updates = 0
    update = () => Promise.resolve(void (this.updates += 1))
    install(): EventTarget {
      this.installing = new EventTarget()
      this.dispatchEvent(new Event('updatefound'))
      return this.installing
    }
    wait(worker: EventTarget): void {
      this.installing = null
      this.waiting = worker
      worker.dispatchEvent(new Event('statechange'))
    }
  }
  const container = (registration: Registration, controller: object | null) =>
    Object.assign(new EventTarget(), {
      controller,
      register: () => Promise.resolve(registration),
    }) as unknown as ServiceWorkerContainer

  it('becomes active without a notice the first time', async () => {
    const [registration, tell] = [new Registration(), vi.fn<(why: WhyReload) => void>()]
    const there = container(registration, null)
    await registerWorker(there, tell)
    registration.wait(registration.install())
    there.dispatchEvent(new Event('controllerchange'))
    expect(tell).not.toHaveBeenCalled()
  })

  it('notifies when a newer version waits, also when an earlier page found it', async () => {
    const [registration, tell] = [new Registration(), vi.fn<(why: WhyReload) => void>()]
    registration.active = new EventTarget()
    await registerWorker(container(registration, {}), tell)
    registration.wait(registration.install())
    expect(tell.mock.calls).toEqual([['update_ready']])
    await registerWorker(container(registration, {}), tell)
    expect(tell).toHaveBeenCalledTimes(2)
  })

  it('notifies when another tab activated a newer version', async () => {
    const [registration, tell] = [new Registration(), vi.fn<(why: WhyReload) => void>()]
    const there = container(registration, {})
    await registerWorker(there, tell)
    there.dispatchEvent(new Event('controllerchange'))
    expect(tell.mock.calls).toEqual([['update_installed']])
  })

  it('checks for updates every hour', async () => {
    const registration = new Registration()
    await registerWorker(container(registration, {}), () => {})
    await vi.advanceTimersByTimeAsync(hours(3))
    expect(registration.updates).toBe(3)
  })
})
