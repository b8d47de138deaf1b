import { type Millis, seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { every, now } from '#ui/time.ts'
import type { LevelTold } from './recorderProtocol.ts'
import type { Gap, StopReason, Stopped } from './recorderState.ts'

const LOOK = seconds(1)
/** The audio thread sends levels sixteen times a second; without one for this long it is not running. */
const UNHEARD = seconds(3)
/** The page itself was suspended: the device was asleep. */
const SLEPT = seconds(8)
/** Absolute silence for this long means that the microphone is switched off, because no environment is completely silent. */
const SILENT = seconds(10)

export type WatchNews = {
  readonly onStopped: (stopped: Stopped | null) => void
  readonly onGap: (gap: Gap) => void
  /** Audio is expected but none arrives: the audio context should be resumed. */
  readonly onUnheard: () => void
}

/** Detects interruptions of a recording from the samples that actually arrive, because the system does not report all of them. */
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

  /** Whether audio is expected, which is not the case while paused. */
  turn(on: boolean): void {
    this.#on = on
    this.#heardAt = this.#lookedAt = this.#loudAt = now()
    if (!on && this.#stopped && !this.#stopped.ended) this.#tell(null)
  }

  /** Called for each level; `position` is the duration of the recording by samples. */
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

  /** The system reports that the audio stops. */
  stop(why: StopReason, { ended }: { ended: boolean }): void {
    if (!this.#on || (this.#stopped?.ended && !ended)) return
    this.#tell({ at: this.#position, time: now(), why, ended })
  }

  /** The system reports that this reason no longer applies. */
  over(why: StopReason): void {
    if (this.#stopped?.why === why) this.#tell(null)
  }

  /** Another device is in use. */
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
