import { minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { now } from '#ui/time.ts'
import { chosenSpeed, keepSpeed } from './speeds.ts'

/** As much of an audio element as playing needs; tests bring one that makes no sound. */
export type SoundElement = EventTarget &
  Pick<
    HTMLAudioElement,
    'src' | 'currentTime' | 'duration' | 'playbackRate' | 'paused' | 'play' | 'pause' | 'removeAttribute' | 'load'
  >

export type PlaybackOptions = {
  /** Asks for a fresh signed link to the sound. */
  link: () => Promise<string>
  /** The length the library knows; the sound's own takes its place when it is read. */
  duration: Millis
  element: SoundElement
}

/** What changes rarely. The time, which changes all the while, is asked for by `time()`. */
export type PlaybackState = {
  playing: boolean
  /** Wants to play and waits for the sound. */
  waiting: boolean
  duration: Millis
  speed: number
  /** The transcript scrolls along. */
  follows: boolean
  /** Why there is no sound: the error of the link, or `unplayable`. */
  trouble: unknown
}

/** A link is good for an hour; it is not used in its last minutes. */
const LINK_LIFETIME = minutes(55)

/**
 * One recording being played: the element, its link, and who wants to know. A link that ran out is replaced and the place kept.
 * Lives outside React, so that the time that runs does not render the page.
 */
export class Playback {
  readonly #options: PlaybackOptions
  readonly #element: SoundElement
  readonly #watchers = new Set<() => void>()
  readonly #timeWatchers = new Set<() => void>()
  #state: PlaybackState
  #linkedAt: Millis | undefined
  #linking: Promise<void> | undefined
  /** Where to go on as soon as the sound can be moved. */
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

  /** Listens to the element; returns what ends it and silences the sound. May be opened again. */
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

  /** Where it is now. */
  readonly time = (): Millis => this.#awaited ?? Math.round(this.#element.currentTime * 1000)

  /** Told when the state changes. */
  readonly watch = (tell: () => void): (() => void) => watchIn(this.#watchers, tell)

  /** Told when the time changes: with every frame while it plays, and after each jump. */
  readonly watchTime = (tell: () => void): (() => void) => watchIn(this.#timeWatchers, tell)

  async play(): Promise<void> {
    this.#wants = true
    this.#set({ trouble: undefined, waiting: true })
    if (this.time() >= this.#state.duration) this.seek(0)
    try {
      await this.#link()
      if (this.#wants) await this.#element.play()
    } catch (error) {
      // A pause or a new source while it was starting is no trouble; a source that cannot be read tells the element.
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

  /** Jumps, held within the recording. */
  seek(to: Millis): void {
    const at = Math.min(Math.max(0, to), this.#state.duration)
    if (this.#canMove()) this.#element.currentTime = at / 1000
    else this.#awaited = at
    this.#tellTime()
  }

  /** Ten seconds on or, with -1, back. */
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

  /** After a trouble: a new link, then on from the same place. */
  retry(): void {
    this.#renewed = false
    this.#linkedAt = undefined
    void this.play()
  }

  #canMove(): boolean {
    return this.#linkedAt !== undefined && Number.isFinite(this.#element.duration) && this.#awaited === undefined
  }

  /** Gives the element a link unless it has one that is still good. */
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
    // @NOTE The element may refuse the link before this function is left.
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

  /** The element cannot read on. Once in a row that is taken for a link that ran out (403), then for what it is. */
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
