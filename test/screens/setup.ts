import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'

// The files of a worker share one process and one jsdom. The leftovers of each file are removed here, so that files pass in any
// order. Modules are loaded again for each file, because many of them hold state; packages are loaded once.

const sharedObjects: readonly object[] = [
  document.defaultView ?? {},
  document,
  Element.prototype,
  HTMLElement.prototype,
  Range.prototype,
]
const originals = sharedObjects.map((object) => Object.getOwnPropertyDescriptors(object))
const { fetch: originalFetch, setTimeout, clearTimeout } = globalThis
const useRealTimers = vi.useRealTimers.bind(vi)

// jsdom and Base UI wait for a frame and never request it again, so losing one while timers are mocked would block them for good.
// Nothing is painted, so frames are immediate.
globalThis.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now())))
globalThis.cancelAnimationFrame = (handle) => clearTimeout(handle)
// jsdom can draw on canvases when some package happens to install its dependency. It is disabled here, so that tests do not depend
// on that.
HTMLCanvasElement.prototype.getContext = () => null

vi.useRealTimers = () => {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(20)
  return useRealTimers()
}

afterEach(() => {
  cleanup()
  // Stops everything that outlives a screen, such as uploads and their retries.
  notifySignedOut()
  vi.useRealTimers()
  // Before the globals are restored, because a spy may have replaced a stub.
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(() => {
  vi.useRealTimers = useRealTimers
  globalThis.fetch = originalFetch
  sharedObjects.forEach((object, index) => restoreProperties(object, originals[index] ?? {}))
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  history.replaceState(null, '', '/')
  vi.resetModules()
})

function restoreProperties(object: object, descriptors: PropertyDescriptorMap): void {
  for (const name of Reflect.ownKeys(object)) {
    const descriptor = descriptors[name as string]
    if (!descriptor) Reflect.deleteProperty(object, name)
    else if (descriptor.configurable) Object.defineProperty(object, name, descriptor)
  }
}
