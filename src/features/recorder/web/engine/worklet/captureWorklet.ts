import type { CaptureRequest, AudioLevel } from '../recorderProtocol.ts'

/** Globals of the audio thread, which the DOM types do not include. */
declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort }

/** Samples per message, about 40 ms. */
const BLOCK_SAMPLES = 2048
const LEVELS_PER_SECOND = 16

/** Runs on the audio thread. Sends the samples to the worker while active, and the level to the page at all times. */
class CaptureProcessor extends AudioWorkletProcessor {
  #output: MessagePort | null = null
  #isActive = false
  #block = new Float32Array(BLOCK_SAMPLES)
  #blockLength = 0
  #frames = 0
  #sumOfSquares = 0
  #peak = 0
  #measuredSamples = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<CaptureRequest>) => {
      if ('port' in data) this.#output = data.port
      else {
        this.#isActive = data.isActive
        if (!data.isActive) this.#flush()
      }
    }
  }

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    // Without a connected source there is no input, and no time passes.
    if (samples) {
      this.#measure(samples)
      if (this.#isActive) this.#buffer(samples)
    }
    return true
  }

  #buffer(samples: Float32Array): void {
    this.#block.set(samples, this.#blockLength)
    this.#blockLength += samples.length
    this.#frames += samples.length
    if (this.#blockLength + samples.length > BLOCK_SAMPLES) this.#flush()
  }

  #flush(): void {
    if (this.#blockLength === 0) return
    const block = this.#block.slice(0, this.#blockLength)
    this.#blockLength = 0
    this.#output?.postMessage(block, [block.buffer])
  }

  #measure(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sumOfSquares += sample * sample
      this.#peak = Math.max(this.#peak, Math.abs(sample))
    }
    this.#measuredSamples += samples.length
    if (this.#measuredSamples < sampleRate / LEVELS_PER_SECOND) return
    const level: AudioLevel = {
      rms: Math.sqrt(this.#sumOfSquares / this.#measuredSamples),
      peak: this.#peak,
      frames: this.#frames,
    }
    this.port.postMessage(level)
    this.#sumOfSquares = 0
    this.#peak = 0
    this.#measuredSamples = 0
  }
}

registerProcessor('earshot-capture', CaptureProcessor)
