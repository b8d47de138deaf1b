import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { now } from '#browser/timers/time.ts'
import { findJump, savedSkipsSilence, saveSkipsSilence, toLoop, type PlayedSpan } from './jumps.ts'
import { savedSpeed, saveSpeed } from './speed.ts'

/** The part of an audio element that the player needs; tests pass a silent one. */
export type AudioElement = EventTarget &
  Pick<
    HTMLAudioElement,
    'src' | 'currentTime' | 'duration' | 'playbackRate' | 'paused' | 'play' | 'pause' | 'removeAttribute' | 'load'
  >

export type PlaybackOptions = {
  /** Requests a new signed link to the audio. */
  link: () => Promise<string>
  /** The duration known to the library; replaced by that of the audio once it is loaded. */
  duration: Millis
  /** Where to start; 0 by default. */
  startAt?: Millis
  element: AudioElement
  /** Called before the sound starts. */
  onPlay?: () => void
}

/** The state that changes rarely. The time changes constantly and is read by `time()`. */
export type PlaybackState = {
  playing: boolean
  /** Waiting for the audio in order to play. */
  waiting: boolean
  duration: Millis
  speed: number
  /** The transcript scrolls with the audio. */
  follows: boolean
  /** The part that repeats. A seek to outside of it ends the loop. */
  loop: PlayedSpan | undefined
  skipsSilence: boolean
  /** Why there is no audio: the error of the link request, or `unplayable`. */
  error: unknown
}

/** A link is valid for an hour and not used in its last minutes. */
const LINK_LIFETIME = minutes(55)

/**
 * Plays one recording: the audio element, its link and its listeners. An expired link is replaced and the position kept. Lives
 * outside React, so that the running time does not render the page.
 */
export class Playback {
  readonly #options: PlaybackOptions
  readonly #element: AudioElement
  readonly #stateListeners = new Set<() => void>()
  readonly #timeListeners = new Set<() => void>()
  #state: PlaybackState
  #linkedAt: Millis | undefined
  #linking: Promise<void> | undefined
  /** Position to seek to once the audio can seek. */
  #pendingTime: Millis | undefined
  #shouldPlay = false
  #hasRenewedLink = false
  #frame = 0
  #silences: readonly PlayedSpan[] = []
  #isOpen = false
  /** Whether the user has played or moved it. */
  #isUsed = false

  constructor(options: PlaybackOptions) {
    this.#options = options
    this.#element = options.element
    if (options.startAt) this.#pendingTime = options.startAt
    this.#state = {
      playing: false,
      waiting: false,
      duration: options.duration,
      speed: savedSpeed(),
      follows: true,
      loop: undefined,
      skipsSilence: savedSkipsSilence(),
      error: undefined,
    }
  }

  /** Attaches the listeners to the element. Returns a function that removes them and stops the audio; it can be opened again. */
  open(): () => void {
    const on = (name: string, listener: () => void) => listen(this.#element, name, listener)
    const unsubscribes = [
      on('loadedmetadata', () => this.#handleLoaded()),
      on('playing', () => this.#handlePlaying()),
      on('pause', () => this.#setState({ playing: false })),
      on('ended', () => this.#handleEnded()),
      on('waiting', () => this.#setState({ waiting: this.#shouldPlay })),
      on('timeupdate', () => this.#handleTime()),
      on('seeked', () => this.#notifyTime()),
      on('error', () => void this.#handleError()),
    ]
    this.#isOpen = true
    return () => {
      this.#isOpen = false
      for (const stop of unsubscribes) stop()
      this.#pendingTime = this.time()
      this.pause()
      this.#element.removeAttribute('src')
      this.#linkedAt = undefined
    }
  }

  readonly state = (): PlaybackState => this.#state

  /** Returns the current position. */
  readonly time = (): Millis => this.#pendingTime ?? Math.round(this.#element.currentTime * 1000)

  /** Subscribes to state changes. */
  readonly subscribe = (listener: () => void): (() => void) => addListener(this.#stateListeners, listener)

  /** Subscribes to time changes: every frame while playing, and after each seek. */
  readonly subscribeTime = (listener: () => void): (() => void) => addListener(this.#timeListeners, listener)

  async play(): Promise<void> {
    this.#shouldPlay = true
    this.#isUsed = true
    this.#options.onPlay?.()
    this.#setState({ error: undefined, waiting: true })
    if (this.time() >= this.#state.duration) this.seek(0)
    try {
      await this.#link()
      if (this.#shouldPlay) await this.#element.play()
    } catch (error) {
      // A pause or a new source during the start is not an error; an unreadable source fires the error event of the element.
      if (isInterruption(error) || isUnsupported(error)) return
      this.#fail(error)
    }
  }

  pause(): void {
    this.#shouldPlay = false
    this.#element.pause()
    this.#setState({ playing: false, waiting: false })
  }

  toggle(): void {
    if (this.#shouldPlay) this.pause()
    else void this.play()
  }

  /** Seeks within the bounds of the recording. */
  seek(to: Millis): void {
    this.#isUsed = true
    const { loop } = this.#state
    if (loop && (to < loop.start || to > loop.end)) this.#setState({ loop: undefined })
    this.#moveTo(to)
  }

  /** Moves to a position saved elsewhere, unless the user has already played or moved it here. */
  resumeAt(position: Millis): void {
    if (!this.#isUsed && position !== this.time()) this.#moveTo(position)
  }

  #moveTo(to: Millis): void {
    const at = Math.min(Math.max(0, to), this.#state.duration)
    if (this.#canMove()) this.#element.currentTime = at / 1000
    else this.#pendingTime = at
    this.#notifyTime()
  }

  /** Seeks ten seconds forward, or back with -1. */
  skip(steps: 1 | -1): void {
    this.seek(this.time() + steps * SKIP)
  }

  playFrom(at: Millis): void {
    this.seek(at)
    if (!this.#shouldPlay) void this.play()
  }

  setSpeed(speed: number): void {
    saveSpeed(speed)
    this.#element.playbackRate = speed
    this.#setState({ speed })
  }

  setFollows(follows: boolean): void {
    this.#setState({ follows })
  }

  /** Repeats a part and plays it from its start, or ends the loop. */
  setLoop(span: PlayedSpan | undefined): void {
    const loop = span && toLoop(span, this.#state.duration)
    this.#setState({ loop })
    if (loop) this.playFrom(loop.start)
  }

  setSkipsSilence(skipsSilence: boolean): void {
    saveSkipsSilence(skipsSilence)
    this.#setState({ skipsSilence })
  }

  /** Sets the parts that are skipped while `skipsSilence` is on, in order. */
  setSilences(silences: readonly PlayedSpan[]): void {
    this.#silences = silences
  }

  /** Requests a new link after an error and plays from the same position. */
  retry(): void {
    this.#hasRenewedLink = false
    this.#linkedAt = undefined
    void this.play()
  }

  #canMove(): boolean {
    return this.#linkedAt !== undefined && Number.isFinite(this.#element.duration) && this.#pendingTime === undefined
  }

  /** Sets the link of the element unless it has a valid one. */
  async #link(): Promise<void> {
    if (this.#linkedAt !== undefined && now() - this.#linkedAt < LINK_LIFETIME) return
    this.#linking ??= this.#fetchLink()
    await this.#linking
  }

  async #fetchLink(): Promise<void> {
    this.#pendingTime = this.time()
    const address = await this.#options.link().finally(() => (this.#linking = undefined))
    if (!this.#isOpen) return
    this.#linkedAt = now()
    // @NOTE The element may fire its error event before this function returns.
    this.#element.src = address
    this.#element.playbackRate = this.#state.speed
  }

  #handleLoaded(): void {
    const { duration } = this.#element
    if (Number.isFinite(duration)) this.#setState({ duration: Math.round(duration * 1000) })
    this.#element.playbackRate = this.#state.speed
    if (this.#pendingTime !== undefined) this.#element.currentTime = this.#pendingTime / 1000
    this.#pendingTime = undefined
    this.#notifyTime()
  }

  #handlePlaying(): void {
    this.#hasRenewedLink = false
    this.#setState({ playing: true, waiting: false, error: undefined })
    this.#startFrameLoop()
  }

  #handleEnded(): void {
    const { loop } = this.#state
    if (loop && this.#shouldPlay) {
      this.#moveTo(loop.start)
      void this.#element.play()
      return
    }
    this.#shouldPlay = false
    this.#setState({ playing: false, waiting: false })
    this.#notifyTime()
  }

  /**
   * Handles the error event of the element. The first one is treated as an expired link (403), the next one in a row as
   * unplayable audio.
   */
  async #handleError(): Promise<void> {
    if (this.#linkedAt === undefined) return
    const shouldResume = this.#shouldPlay
    this.#pendingTime = this.time()
    this.#linkedAt = undefined
    if (this.#hasRenewedLink) {
      this.#fail('unplayable')
      return
    }
    this.#hasRenewedLink = true
    if (shouldResume) await this.play()
  }

  #fail(error: unknown): void {
    this.#shouldPlay = false
    this.#setState({ playing: false, waiting: false, error })
  }

  #startFrameLoop(): void {
    cancelAnimationFrame(this.#frame)
    const step = () => {
      this.#handleTime()
      if (this.#state.playing) this.#frame = requestAnimationFrame(step)
    }
    this.#frame = requestAnimationFrame(step)
  }

  #handleTime(): void {
    const { loop, skipsSilence, playing } = this.#state
    const target = playing ? findJump(this.time(), { loop, skipsSilence, silences: this.#silences }) : undefined
    if (target === undefined) this.#notifyTime()
    else this.#moveTo(target)
  }

  #notifyTime(): void {
    for (const listener of this.#timeListeners) listener()
  }

  #setState(change: Partial<PlaybackState>): void {
    const next = { ...this.#state, ...change }
    if (Object.entries(change).every(([name, value]) => this.#state[name as keyof PlaybackState] === value)) return
    this.#state = next
    for (const listener of this.#stateListeners) listener()
  }
}

const SKIP: Millis = seconds(10)

const isInterruption = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
const isUnsupported = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotSupportedError'

function addListener(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
