import type { AudioElement } from '#features/files/web.tsx'
import type { Millis } from '#shared/units.ts'

/** A silent audio element whose time only advances on request, since jsdom cannot play audio. Links in `broken` fail to load. */
export class MockAudioElement extends EventTarget implements AudioElement {
  duration = Number.NaN
  playbackRate = 1
  paused = true
  readonly broken = new Set<string>()
  readonly links: string[] = []
  #time = 0
  readonly #length: number

  constructor(length: Millis) {
    super()
    this.#length = length / 1000
  }

  get src(): string {
    return this.links.at(-1) ?? ''
  }

  set src(link: string) {
    this.links.push(link)
    this.duration = Number.NaN
    this.#time = 0
    this.paused = true
    queueMicrotask(() => this.#loadLink(link))
  }

  get currentTime(): number {
    return this.#time
  }

  set currentTime(seconds: number) {
    this.#time = seconds
    this.#emit('seeked')
  }

  async play(): Promise<void> {
    this.paused = false
    await Promise.resolve()
    if (this.broken.has(this.src)) throw new DOMException('not supported', 'NotSupportedError')
    this.#emit('playing')
  }

  pause(): void {
    if (this.paused) return
    this.paused = true
    this.#emit('pause')
  }

  load(): void {}

  removeAttribute(): void {
    this.pause()
  }

  /** Moves to this position, as playback does. */
  playTo(position: Millis): void {
    this.#time = position / 1000
    this.#emit('timeupdate')
  }

  playToEnd(): void {
    this.playTo(this.#length * 1000)
    this.paused = true
    this.#emit('ended')
  }

  /** Makes the current link fail. */
  breakLink(): void {
    this.broken.add(this.src)
    this.#emit('error')
  }

  #loadLink(link: string): void {
    if (link !== this.src) return
    if (this.broken.has(link)) return this.#emit('error')
    this.duration = this.#length
    this.#emit('loadedmetadata')
  }

  #emit(name: string): void {
    this.dispatchEvent(new Event(name))
  }
}
