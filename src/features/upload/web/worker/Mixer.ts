import type { AudioSample } from 'mediabunny'

/** Makes one channel of all, as their mean. There are fifty samples of sound in a second, so it uses its memory again. */
export class Mixer {
  #mix = new Float32Array(0)
  #other = new Float32Array(0)

  /** Good until the next call. */
  mix(sample: AudioSample): Float32Array {
    const { numberOfFrames: length, numberOfChannels: channels } = sample
    if (this.#mix.length < length) [this.#mix, this.#other] = [new Float32Array(length), new Float32Array(length)]
    const mix = this.#mix.subarray(0, length)
    const other = this.#other.subarray(0, length)
    sample.copyTo(mix, { planeIndex: 0, format: 'f32-planar' })
    if (channels === 1) return mix
    const share = 1 / channels
    for (let i = 0; i < length; i++) mix[i]! *= share
    for (let planeIndex = 1; planeIndex < channels; planeIndex++) {
      sample.copyTo(other, { planeIndex, format: 'f32-planar' })
      for (let i = 0; i < length; i++) mix[i]! += other[i]! * share
    }
    return mix
  }
}
