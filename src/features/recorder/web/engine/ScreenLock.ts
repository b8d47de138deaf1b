import { listen } from '#ui/listen.ts'

export type WakeLockState = 'none' | 'held' | 'lost' | 'unsupported'

/**
 * Keeps the screen on while recording, because a phone that locks stops the audio. The system releases the lock when the page is
 * hidden or the battery is low; it is requested again when the page becomes visible.
 */
export class ScreenLock {
  readonly #hear: (state: WakeLockState) => void
  #sentinel: WakeLockSentinel | null = null
  #wanted = false
  #deaf: () => void = () => undefined

  constructor(hear: (state: WakeLockState) => void) {
    this.#hear = hear
  }

  async take(): Promise<void> {
    if (!('wakeLock' in navigator)) return this.#hear('unsupported')
    this.#wanted = true
    this.#deaf()
    this.#deaf = listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.#request()
    })
    await this.#request()
  }

  letGo(): void {
    this.#wanted = false
    this.#deaf()
    void this.#sentinel?.release().catch(() => undefined)
    this.#sentinel = null
    this.#hear('none')
  }

  async #request(): Promise<void> {
    if (!this.#wanted || (this.#sentinel && !this.#sentinel.released)) return
    try {
      const sentinel = await navigator.wakeLock.request('screen')
      if (!this.#wanted) return await sentinel.release()
      this.#sentinel = sentinel
      sentinel.onrelease = () => {
        if (this.#wanted && this.#sentinel === sentinel) this.#hear('lost')
      }
      this.#hear('held')
    } catch {
      this.#hear('lost')
    }
  }
}
