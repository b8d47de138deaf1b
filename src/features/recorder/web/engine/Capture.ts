import { listen } from '#ui/listen.ts'
import type { CaptureRequest, LevelTold } from './recorderProtocol.ts'
// oxlint-disable-next-line import/default -- Vite resolves it to the address of the built file
import captureWorklet from './worklet/captureWorklet.ts?worker&url'

export type Choices = {
  readonly deviceId?: string | null
  readonly echoCancellation?: boolean
  readonly noiseSuppression?: boolean
  readonly autoGainControl?: boolean
  readonly tabSound?: boolean
}

export type CaptureTrouble =
  | 'notAllowed'
  | 'noMicrophone'
  | 'inUse'
  | 'insecure'
  | 'tooOld'
  | 'shareCancelled'
  | 'noSharedSound'
  | 'notLoaded'

/** The browser provides no audio. */
export class CaptureError extends Error {
  readonly kind: CaptureTrouble
  constructor(kind: CaptureTrouble, cause?: unknown) {
    super(`no sound: ${kind}`, { cause })
    this.name = 'CaptureError'
    this.kind = kind
  }
}

export type CaptureNews = {
  readonly onLevel: (told: LevelTold) => void
  /** The device was unplugged or its permission revoked. */
  readonly onEnded: () => void
  /** The system mutes or unmutes the device. */
  readonly onMuted: (muted: boolean) => void
  readonly onContext: (state: AudioContextState | 'interrupted') => void
  readonly onShareEnded: () => void
}

/** Whether this page can ask for a microphone. */
export function canCapture(): 'ready' | 'insecure' | 'tooOld' {
  if (!isSecureContext) return 'insecure'
  const has = 'mediaDevices' in navigator && 'AudioWorkletNode' in globalThis && 'Worker' in globalThis
  return has ? 'ready' : 'tooOld'
}

export const canShareSound = (): boolean =>
  canCapture() === 'ready' &&
  typeof navigator.mediaDevices.getDisplayMedia === 'function' &&
  !/Mobi|Firefox/.test(navigator.userAgent)

/**
 * Captures the microphone, and optionally the audio of a tab or of the system. Both are mixed on the audio thread and sent to a
 * worker through a message port; the page receives only the level.
 */
export class Capture {
  readonly #news: CaptureNews
  #choices: Choices = {}
  #context: AudioContext | null = null
  #node: AudioWorkletNode | null = null
  #microphone: { stream: MediaStream; source: MediaStreamAudioSourceNode; deaf: () => void } | null = null
  #shared: { stream: MediaStream; source: MediaStreamAudioSourceNode; deaf: () => void } | null = null

  constructor(news: CaptureNews) {
    this.#news = news
  }

  get rate(): number {
    return this.#context?.sampleRate ?? 48_000
  }

  get isOpen(): boolean {
    return this.#microphone !== null
  }

  get hasTabSound(): boolean {
    return this.#shared !== null
  }

  get deviceId(): string | null {
    return this.#microphone?.stream.getAudioTracks()[0]?.getSettings().deviceId ?? null
  }

  /** Opens the microphone, or switches to another one. Rejects with CaptureError and leaves everything unchanged. */
  async open(choices: Choices): Promise<void> {
    const can = canCapture()
    if (can !== 'ready') throw new CaptureError(can)
    const wanted = { ...this.#choices, ...choices }
    // @NOTE First, because the browser shows the tab chooser only during a user activation.
    const shared = choices.tabSound && !this.#shared ? await askForTab() : null
    const stream = await askForMicrophone(wanted)
    try {
      await this.#build()
    } catch (cause) {
      stop(stream)
      if (shared) stop(shared)
      throw new CaptureError('notLoaded', cause)
    }
    this.#dropMicrophone()
    this.#microphone = { stream, source: this.#connect(stream), deaf: this.#watch(stream) }
    if (shared) this.#useTab(shared)
    this.#choices = wanted
    await this.wake()
  }

  async addTabSound(): Promise<void> {
    if (this.#shared || !this.#context) return
    this.#useTab(await askForTab())
  }

  dropTabSound(): void {
    this.#shared?.deaf()
    this.#shared?.source.disconnect()
    if (this.#shared) stop(this.#shared.stream)
    this.#shared = null
  }

  /** Sets the port that receives the samples. */
  sendTo(port: MessagePort): void {
    this.#ask({ port }, [port])
  }

  /** Turns the samples on or off; the level is always sent. */
  turn(on: boolean): void {
    this.#ask({ on })
  }

  /** Some systems suspend all audio during a phone call and do not resume it by themselves. */
  async wake(): Promise<void> {
    if (this.#context && this.#context.state !== 'running') await this.#context.resume().catch(() => undefined)
  }

  close(): void {
    this.#dropMicrophone()
    this.dropTabSound()
    this.#node?.disconnect()
    this.#node = null
    void this.#context?.close().catch(() => undefined)
    this.#context = null
  }

  #ask(request: CaptureRequest, transfer: Transferable[] = []): void {
    this.#node?.port.postMessage(request, transfer)
  }

  async #build(): Promise<void> {
    if (this.#context) return
    const context = new AudioContext({ latencyHint: 'playback' })
    try {
      await context.audioWorklet.addModule(captureWorklet)
      const node = new AudioWorkletNode(context, 'earshot-capture', {
        channelCount: 1,
        channelCountMode: 'explicit',
        channelInterpretation: 'speakers',
      })
      node.port.onmessage = ({ data }: MessageEvent<LevelTold>) => this.#news.onLevel(data)
      // Its output is silent, but browsers run only nodes connected to the destination.
      node.connect(context.destination)
      context.onstatechange = () => this.#news.onContext(context.state)
      this.#context = context
      this.#node = node
    } catch (error) {
      void context.close().catch(() => undefined)
      throw error
    }
  }

  #connect(stream: MediaStream): MediaStreamAudioSourceNode {
    const source = this.#context!.createMediaStreamSource(stream)
    source.connect(this.#node!)
    return source
  }

  #watch(stream: MediaStream): () => void {
    const [track] = stream.getAudioTracks()
    if (!track) return () => undefined
    const ends = [
      listen(track, 'ended', () => this.#news.onEnded()),
      listen(track, 'mute', () => this.#news.onMuted(true)),
      listen(track, 'unmute', () => this.#news.onMuted(false)),
    ]
    return () => ends.forEach((end) => end())
  }

  #useTab(stream: MediaStream): void {
    const [track] = stream.getAudioTracks()
    const deaf = track
      ? listen(track, 'ended', () => {
          this.dropTabSound()
          this.#news.onShareEnded()
        })
      : () => undefined
    this.#shared = { stream, source: this.#connect(stream), deaf }
  }

  #dropMicrophone(): void {
    this.#microphone?.deaf()
    this.#microphone?.source.disconnect()
    if (this.#microphone) stop(this.#microphone.stream)
    this.#microphone = null
  }
}

async function askForMicrophone(choices: Choices): Promise<MediaStream> {
  const { deviceId, echoCancellation = true, noiseSuppression = true, autoGainControl = true } = choices
  const audio = { echoCancellation, noiseSuppression, autoGainControl, ...(deviceId && { deviceId: { exact: deviceId } }) }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio, video: false })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'SecurityError') throw new CaptureError('notAllowed', error)
    // The chosen device no longer exists: use any other one.
    if (name === 'OverconstrainedError' && deviceId) return askForMicrophone({ ...choices, deviceId: null })
    if (name === 'NotFoundError' || name === 'OverconstrainedError') throw new CaptureError('noMicrophone', error)
    throw new CaptureError('inUse', error)
  }
}

/** @NOTE Browsers share audio only together with video. */
async function askForTab(): Promise<MediaStream> {
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getDisplayMedia({
      video: true,
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    })
  } catch (error) {
    throw new CaptureError('shareCancelled', error)
  }
  if (stream.getAudioTracks().length > 0) return stream
  stop(stream)
  throw new CaptureError('noSharedSound')
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
