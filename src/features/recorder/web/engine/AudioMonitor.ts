import { type Millis, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { every, now } from '#browser/timers/time.ts'
import type { AudioLevel } from './recorderProtocol.ts'
import type { Gap, InterruptionReason, Interruption } from './recorderState.ts'

const CHECK_INTERVAL = seconds(1)
/** The audio thread sends levels sixteen times a second; without one for this long it is not running. */
const NO_AUDIO_AFTER = seconds(3)
/** The page itself was suspended: the device was asleep. */
const SLEEP_AFTER = seconds(8)
/** Absolute silence for this long means that the microphone is switched off, because no environment is completely silent. */
const SILENCE_AFTER = seconds(10)

export type AudioMonitorEvents = {
  readonly onStopped: (stopped: Interruption | null) => void
  readonly onGap: (gap: Gap) => void
  /** Audio is expected but none arrives: the audio context should be resumed. */
  readonly onNoAudio: () => void
}

/** Detects interruptions of a recording from the samples that actually arrive, because the system does not report all of them. */
export class AudioMonitor {
  readonly #events: AudioMonitorEvents
  readonly #unsubscribes: (() => void)[]
  #stopped: Interruption | null = null
  #lastAudioAt = now()
  #lastCheckAt = now()
  #lastLoudAt = now()
  #position: Millis = 0
  #isActive = false

  constructor(events: AudioMonitorEvents) {
    this.#events = events
    this.#unsubscribes = [
      every(CHECK_INTERVAL, () => this.#check()),
      listen(document, 'freeze', () => this.stop('frozen', { ended: false })),
      listen(document, 'resume', () => this.#events.onNoAudio()),
    ]
  }

  /** Whether audio is expected, which is not the case while paused. */
  setActive(isActive: boolean): void {
    this.#isActive = isActive
    this.#lastAudioAt = this.#lastCheckAt = this.#lastLoudAt = now()
    if (!isActive && this.#stopped && !this.#stopped.ended) this.#setStopped(null)
  }

  /** Called for each level; `position` is the duration of the recording by samples. */
  onLevel({ peak }: AudioLevel, position: Millis): void {
    const at = now()
    if (this.#isActive) {
      const silence = at - this.#lastAudioAt
      if (silence > NO_AUDIO_AFTER) {
        const why = this.#stopped?.why ?? (at - this.#lastCheckAt > SLEEP_AFTER ? 'slept' : 'interrupted')
        this.#events.onGap({ at: this.#position, lost: Math.max(0, silence - (position - this.#position)), why })
      }
      if (peak > 0) this.#lastLoudAt = at
      this.#onAudio(peak > 0, at)
    }
    this.#lastAudioAt = at
    this.#position = position
  }

  /** The system reports that the audio stops. */
  stop(why: InterruptionReason, { ended }: { ended: boolean }): void {
    if (!this.#isActive || (this.#stopped?.ended && !ended)) return
    this.#setStopped({ at: this.#position, time: now(), why, ended })
  }

  /** The system reports that this reason no longer applies. */
  clearReason(why: InterruptionReason): void {
    if (this.#stopped?.why === why) this.#setStopped(null)
  }

  /** Another device is in use. */
  reset(): void {
    if (this.#stopped) this.#setStopped(null)
    this.#lastLoudAt = now()
  }

  dispose(): void {
    for (const dispose of this.#unsubscribes) dispose()
  }

  #onAudio(hasSignal: boolean, at: Millis): void {
    const why = this.#stopped?.why
    if (why === 'interrupted' || why === 'slept' || why === 'frozen' || (why === 'silent' && hasSignal))
      return this.#setStopped(null)
    if (!hasSignal && why === undefined && at - this.#lastLoudAt > SILENCE_AFTER) this.stop('silent', { ended: false })
  }

  #check(): void {
    const at = now()
    const wasAsleep = at - this.#lastCheckAt > SLEEP_AFTER
    this.#lastCheckAt = at
    if (!this.#isActive || at - this.#lastAudioAt < NO_AUDIO_AFTER) return
    if (!this.#stopped) {
      const time = this.#lastAudioAt
      this.#setStopped({ at: this.#position, time, why: wasAsleep ? 'slept' : 'interrupted', ended: false })
    }
    this.#events.onNoAudio()
  }

  #setStopped(stopped: Interruption | null): void {
    this.#stopped = stopped
    this.#events.onStopped(stopped)
  }
}
