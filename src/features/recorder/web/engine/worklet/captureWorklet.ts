import type { CaptureRequest, LevelTold } from '../recorderProtocol.ts'

/** Globals of the audio thread, which the DOM types do not include. */
declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort }

/** Samples per message, about 40 ms. */
const BLOCK = 2048
const LEVELS_PER_SECOND = 16

/** Runs on the audio thread. Sends the samples to the worker while active, and the level to the page at all times. */
class Capture extends AudioWorkletProcessor {
  #sound: MessagePort | null = null
  #on = false
  #block = new Float32Array(BLOCK)
  #filled = 0
  #frames = 0
  #squares = 0
  #peak = 0
  #heard = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<CaptureRequest>) => {
      if ('port' in data) this.#sound = data.port
      else {
        this.#on = data.on
        if (!data.on) this.#handOn()
      }
    }
  }

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    // Without a connected source there is no input, and no time passes.
    if (samples) {
      this.#measure(samples)
      if (this.#on) this.#keep(samples)
    }
    return true
  }

  #keep(samples: Float32Array): void {
    this.#block.set(samples, this.#filled)
    this.#filled += samples.length
    this.#frames += samples.length
    if (this.#filled + samples.length > BLOCK) this.#handOn()
  }

  #handOn(): void {
    if (this.#filled === 0) return
    const block = this.#block.slice(0, this.#filled)
    this.#filled = 0
    this.#sound?.postMessage(block, [block.buffer])
  }

  #measure(samples: Float32Array): void {
    for (const sample of samples) {
      this.#squares += sample * sample
      this.#peak = Math.max(this.#peak, Math.abs(sample))
    }
    this.#heard += samples.length
    if (this.#heard < sampleRate / LEVELS_PER_SECOND) return
    const told: LevelTold = { rms: Math.sqrt(this.#squares / this.#heard), peak: this.#peak, frames: this.#frames }
    this.port.postMessage(told)
    this.#squares = 0
    this.#peak = 0
    this.#heard = 0
  }
}

registerProcessor('earshot-capture', Capture)
