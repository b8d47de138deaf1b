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

describe('a part of the page that could not be loaded (A§8)', () => {
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

  it('offers one reload when the server answers: a new version was installed', async () => {
    answers(true)
    await fail()
    expect(said()).toEqual(['A new version was installed.'])
    expect(toasts[0]).toMatchObject({ actions: [{ label: 'Reload' }], ms: 0 })
  })

  it('offers it once a version, so that a part missing for good leads into no circle', async () => {
    answers(true)
    await fail()
    await fail()
    expect(toasts).toHaveLength(1)
    document.head.innerHTML = '<script type="module" src="/assets/index-second.js"></script>'
    await fail()
    expect(toasts).toHaveLength(2)
  })

  it('says that one is offline when nobody answers, and the reload is still to be offered', async () => {
    answers(false)
    await fail()
    expect(said()).toEqual(['You are offline, and this part is not on this device.'])
    answers(true)
    await fail()
    expect(said().at(-1)).toBe('A new version was installed.')
  })

  it('lets the error go on to whoever asked for the part', async () => {
    answers(true)
    expect((await fail()).defaultPrevented).toBe(false)
  })
})

describe('the offer of a new version', () => {
  it('waits while an upload is under way', async () => {
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

describe('the service worker', () => {
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

  it('takes over silently the first time', async () => {
    const [registration, tell] = [new Registration(), vi.fn<(why: WhyReload) => void>()]
    const there = container(registration, null)
    await registerWorker(there, tell)
    registration.wait(registration.install())
    there.dispatchEvent(new Event('controllerchange'))
    expect(tell).not.toHaveBeenCalled()
  })

  it('is told of when a newer one waits, also one found by an earlier page', async () => {
    const [registration, tell] = [new Registration(), vi.fn<(why: WhyReload) => void>()]
    registration.active = new EventTarget()
    await registerWorker(container(registration, {}), tell)
    registration.wait(registration.install())
    expect(tell.mock.calls).toEqual([['update_ready']])
    await registerWorker(container(registration, {}), tell)
    expect(tell).toHaveBeenCalledTimes(2)
  })

  it('is told of when another tab let a newer one in', async () => {
    const [registration, tell] = [new Registration(), vi.fn<(why: WhyReload) => void>()]
    const there = container(registration, {})
    await registerWorker(there, tell)
    there.dispatchEvent(new Event('controllerchange'))
    expect(tell.mock.calls).toEqual([['update_installed']])
  })

  it('is looked for every hour, in a page that stays open for days', async () => {
    const registration = new Registration()
    await registerWorker(container(registration, {}), () => {})
    await vi.advanceTimersByTimeAsync(hours(3))
    expect(registration.updates).toBe(3)
  })
})
