import { listen } from '#browser/events/listen.ts'
import type { WakeLockState } from './recorderState.ts'

/**
 * Keeps the screen on while recording, because a phone that locks stops the audio. The system releases the lock when the page is
 * hidden or the battery is low; it is requested again when the page becomes visible.
 */
export class ScreenWakeLock {
  readonly #onState: (state: WakeLockState) => void
  #sentinel: WakeLockSentinel | null = null
  #isWanted = false
  #unsubscribe: () => void = () => undefined

  constructor(onState: (state: WakeLockState) => void) {
    this.#onState = onState
  }

  async acquire(): Promise<void> {
    if (!('wakeLock' in navigator)) return this.#onState('unsupported')
    this.#isWanted = true
    this.#unsubscribe()
    this.#unsubscribe = listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.#request()
    })
    await this.#request()
  }

  release(): void {
    this.#isWanted = false
    this.#unsubscribe()
    void this.#sentinel?.release().catch(() => undefined)
    this.#sentinel = null
    this.#onState('none')
  }

  async #request(): Promise<void> {
    if (!this.#isWanted || (this.#sentinel && !this.#sentinel.released)) return
    try {
      const sentinel = await navigator.wakeLock.request('screen')
      if (!this.#isWanted) return await sentinel.release()
      this.#sentinel = sentinel
      sentinel.onrelease = () => {
        if (this.#isWanted && this.#sentinel === sentinel) this.#onState('lost')
      }
      this.#onState('held')
    } catch {
      this.#onState('lost')
    }
  }
}
