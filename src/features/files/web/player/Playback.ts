import { minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { now } from '#ui/time.ts'
import { chosenSpeed, keepSpeed } from './speeds.ts'

/** The part of an audio element that the player needs; tests pass a silent one. */
export type SoundElement = EventTarget &
  Pick<
    HTMLAudioElement,
    'src' | 'currentTime' | 'duration' | 'playbackRate' | 'paused' | 'play' | 'pause' | 'removeAttribute' | 'load'
  >

export type PlaybackOptions = {
  /** Requests a new signed link to the audio. */
  link: () => Promise<string>
  /** The duration known to the library; replaced by that of the audio once it is loaded. */
  duration: Millis
  element: SoundElement
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
  /** Why there is no audio: the error of the link request, or `unplayable`. */
  trouble: unknown
}

/** A link is valid for an hour and not used in its last minutes. */
const LINK_LIFETIME = minutes(55)

/**
 * Plays one recording: the audio element, its link and its listeners. An expired link is replaced and the position kept. Lives
 * outside React, so that the running time does not render the page.
 */
export class Playback {
  readonly #options: PlaybackOptions
  readonly #element: SoundElement
  readonly #watchers = new Set<() => void>()
  readonly #timeWatchers = new Set<() => void>()
  #state: PlaybackState
  #linkedAt: Millis | undefined
  #linking: Promise<void> | undefined
  /** Position to seek to once the audio can seek. */
  #awaited: Millis | undefined
  #wants = false
  #renewed = false
  #frame = 0
  #isOpen = false

  constructor(options: PlaybackOptions) {
    this.#options = options
    this.#element = options.element
    this.#state = {
      playing: false,
      waiting: false,
      duration: options.duration,
      speed: chosenSpeed(),
      follows: true,
      trouble: undefined,
    }
  }

  /** Attaches the listeners to the element. Returns a function that removes them and stops the audio; it can be opened again. */
  open(): () => void {
    const on = (name: string, hear: () => void) => listen(this.#element, name, hear)
    const deaf = [
      on('loadedmetadata', () => this.#loaded()),
      on('playing', () => this.#began()),
      on('pause', () => this.#set({ playing: false })),
      on('ended', () => this.#ended()),
      on('waiting', () => this.#set({ waiting: this.#wants })),
      on('timeupdate', () => this.#tellTime()),
      on('seeked', () => this.#tellTime()),
      on('error', () => void this.#failed()),
    ]
    this.#isOpen = true
    return () => {
      this.#isOpen = false
      for (const stop of deaf) stop()
      this.#awaited = this.time()
      this.pause()
      this.#element.removeAttribute('src')
      this.#linkedAt = undefined
    }
  }

  readonly state = (): PlaybackState => this.#state

  /** Returns the current position. */
  readonly time = (): Millis => this.#awaited ?? Math.round(this.#element.currentTime * 1000)

  /** Subscribes to state changes. */
  readonly watch = (tell: () => void): (() => void) => watchIn(this.#watchers, tell)

  /** Subscribes to time changes: every frame while playing, and after each seek. */
  readonly watchTime = (tell: () => void): (() => void) => watchIn(this.#timeWatchers, tell)

  async play(): Promise<void> {
    this.#wants = true
    this.#set({ trouble: undefined, waiting: true })
    if (this.time() >= this.#state.duration) this.seek(0)
    try {
      await this.#link()
      if (this.#wants) await this.#element.play()
    } catch (error) {
      // A pause or a new source during the start is not an error; an unreadable source fires the error event of the element.
      if (isInterruption(error) || isUnreadable(error)) return
      this.#giveUp(error)
    }
  }

  pause(): void {
    this.#wants = false
    this.#element.pause()
    this.#set({ playing: false, waiting: false })
  }

  toggle(): void {
    if (this.#wants) this.pause()
    else void this.play()
  }

  /** Seeks within the bounds of the recording. */
  seek(to: Millis): void {
    const at = Math.min(Math.max(0, to), this.#state.duration)
    if (this.#canMove()) this.#element.currentTime = at / 1000
    else this.#awaited = at
    this.#tellTime()
  }

  /** Seeks ten seconds forward, or back with -1. */
  skip(steps: 1 | -1): void {
    this.seek(this.time() + steps * SKIP)
  }

  playFrom(at: Millis): void {
    this.seek(at)
    if (!this.#wants) void this.play()
  }

  setSpeed(speed: number): void {
    keepSpeed(speed)
    this.#element.playbackRate = speed
    this.#set({ speed })
  }

  setFollows(follows: boolean): void {
    this.#set({ follows })
  }

  /** Requests a new link after an error and plays from the same position. */
  retry(): void {
    this.#renewed = false
    this.#linkedAt = undefined
    void this.play()
  }

  #canMove(): boolean {
    return this.#linkedAt !== undefined && Number.isFinite(this.#element.duration) && this.#awaited === undefined
  }

  /** Sets the link of the element unless it has a valid one. */
  async #link(): Promise<void> {
    if (this.#linkedAt !== undefined && now() - this.#linkedAt < LINK_LIFETIME) return
    this.#linking ??= this.#bringLink()
    await this.#linking
  }

  async #bringLink(): Promise<void> {
    this.#awaited = this.time()
    const address = await this.#options.link().finally(() => (this.#linking = undefined))
    if (!this.#isOpen) return
    this.#linkedAt = now()
    // @NOTE The element may fire its error event before this function returns.
    this.#element.src = address
    this.#element.playbackRate = this.#state.speed
  }

  #loaded(): void {
    const { duration } = this.#element
    if (Number.isFinite(duration)) this.#set({ duration: Math.round(duration * 1000) })
    this.#element.playbackRate = this.#state.speed
    if (this.#awaited !== undefined) this.#element.currentTime = this.#awaited / 1000
    this.#awaited = undefined
    this.#tellTime()
  }

  #began(): void {
    this.#renewed = false
    this.#set({ playing: true, waiting: false, trouble: undefined })
    this.#run()
  }

  #ended(): void {
    this.#wants = false
    this.#set({ playing: false, waiting: false })
    this.#tellTime()
  }

  /**
   * Handles the error event of the element. The first one is treated as an expired link (403), the next one in a row as
   * unplayable audio.
   */
  async #failed(): Promise<void> {
    if (this.#linkedAt === undefined) return
    const goesOn = this.#wants
    this.#awaited = this.time()
    this.#linkedAt = undefined
    if (this.#renewed) {
      this.#giveUp('unplayable')
      return
    }
    this.#renewed = true
    if (goesOn) await this.play()
  }

  #giveUp(trouble: unknown): void {
    this.#wants = false
    this.#set({ playing: false, waiting: false, trouble })
  }

  #run(): void {
    cancelAnimationFrame(this.#frame)
    const step = () => {
      this.#tellTime()
      if (this.#state.playing) this.#frame = requestAnimationFrame(step)
    }
    this.#frame = requestAnimationFrame(step)
  }

  #tellTime(): void {
    for (const tell of this.#timeWatchers) tell()
  }

  #set(change: Partial<PlaybackState>): void {
    const next = { ...this.#state, ...change }
    if (Object.entries(change).every(([name, value]) => this.#state[name as keyof PlaybackState] === value)) return
    this.#state = next
    for (const tell of this.#watchers) tell()
  }
}

const SKIP: Millis = seconds(10)

const isInterruption = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
const isUnreadable = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotSupportedError'

function watchIn(watchers: Set<() => void>, tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
