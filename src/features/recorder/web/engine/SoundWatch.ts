import { type Millis, seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { every, now } from '#ui/time.ts'
import type { LevelTold } from './recorderProtocol.ts'
import type { Gap, StopReason, Stopped } from './recorderState.ts'

const LOOK = seconds(1)
/** The audio thread speaks sixteen times a second: silent for so long, it is not running. */
const UNHEARD = seconds(3)
/** The page itself was not running: a lid was closed. */
const SLEPT = seconds(8)
/** Not the faintest noise for so long: the microphone is switched off somewhere, for a room is never so silent. */
const SILENT = seconds(10)

export type WatchNews = {
  readonly onStopped: (stopped: Stopped | null) => void
  readonly onGap: (gap: Gap) => void
  /** Sound is wanted and none comes: whatever can be woken should be. */
  readonly onUnheard: () => void
}

/**
 * Looks whether sound really comes in while somebody believes they are recording, by the samples that arrive and not by what
 * anybody promises: the system can stop it in more ways than it tells of.
 */
export class SoundWatch {
  readonly #news: WatchNews
  readonly #ends: (() => void)[]
  #stopped: Stopped | null = null
  #heardAt = now()
  #lookedAt = now()
  #loudAt = now()
  #position: Millis = 0
  #on = false

  constructor(news: WatchNews) {
    this.#news = news
    this.#ends = [
      every(LOOK, () => this.#look()),
      listen(document, 'freeze', () => this.stop('frozen', { ended: false })),
      listen(document, 'resume', () => this.#news.onUnheard()),
    ]
  }

  /** Whether sound is wanted: not while paused. */
  turn(on: boolean): void {
    this.#on = on
    this.#heardAt = this.#lookedAt = this.#loudAt = now()
    if (!on && this.#stopped && !this.#stopped.ended) this.#tell(null)
  }

  /** Sound came in; `position` is how far the recording has come by its samples. */
  heard({ peak }: LevelTold, position: Millis): void {
    const at = now()
    if (this.#on) {
      const missed = at - this.#heardAt
      if (missed > UNHEARD) {
        const why = this.#stopped?.why ?? (at - this.#lookedAt > SLEPT ? 'slept' : 'interrupted')
        this.#news.onGap({ at: this.#position, lost: Math.max(0, missed - (position - this.#position)), why })
      }
      if (peak > 0) this.#loudAt = at
      this.#goesOn(peak > 0, at)
    }
    this.#heardAt = at
    this.#position = position
  }

  /** The system says itself that the sound stops. */
  stop(why: StopReason, { ended }: { ended: boolean }): void {
    if (!this.#on || (this.#stopped?.ended && !ended)) return
    this.#tell({ at: this.#position, time: now(), why, ended })
  }

  /** It said so, and takes it back. */
  over(why: StopReason): void {
    if (this.#stopped?.why === why) this.#tell(null)
  }

  /** Another device is there. */
  clear(): void {
    if (this.#stopped) this.#tell(null)
    this.#loudAt = now()
  }

  end(): void {
    for (const end of this.#ends) end()
  }

  #goesOn(isLoud: boolean, at: Millis): void {
    const why = this.#stopped?.why
    if (why === 'interrupted' || why === 'slept' || why === 'frozen' || (why === 'silent' && isLoud)) return this.#tell(null)
    if (!isLoud && why === undefined && at - this.#loudAt > SILENT) this.stop('silent', { ended: false })
  }

  #look(): void {
    const at = now()
    const slept = at - this.#lookedAt > SLEPT
    this.#lookedAt = at
    if (!this.#on || at - this.#heardAt < UNHEARD) return
    if (!this.#stopped) {
      const time = this.#heardAt
      this.#tell({ at: this.#position, time, why: slept ? 'slept' : 'interrupted', ended: false })
    }
    this.#news.onUnheard()
  }

  #tell(stopped: Stopped | null): void {
    this.#stopped = stopped
    this.#news.onStopped(stopped)
  }
}
