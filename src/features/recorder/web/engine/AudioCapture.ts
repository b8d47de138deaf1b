import { listen } from '#browser/events/listen.ts'
import type { CaptureRequest, AudioLevel } from './recorderProtocol.ts'
// oxlint-disable-next-line import/default -- Vite resolves it to the address of the built file
import captureWorklet from './worklet/captureWorklet.ts?worker&url'
import type { CaptureErrorKind, CaptureOptions, RecorderState } from './recorderState.ts'

/** Returns the microphones. Browsers name them only after one has been opened. */
export async function listMicrophones(): Promise<RecorderState['devices']> {
  const all = await navigator.mediaDevices.enumerateDevices()
  return all.filter(({ kind }) => kind === 'audioinput').map(({ deviceId: id, label }) => ({ id, label }))
}

/** The browser provides no audio. */
export class CaptureError extends Error {
  readonly kind: CaptureErrorKind
  constructor(kind: CaptureErrorKind, cause?: unknown) {
    super(`no sound: ${kind}`, { cause })
    this.name = 'CaptureError'
    this.kind = kind
  }
}

export type CaptureEvents = {
  readonly onLevel: (level: AudioLevel) => void
  /** The device was unplugged or its permission revoked. */
  readonly onEnded: () => void
  /** The system mutes or unmutes the device. */
  readonly onMuted: (muted: boolean) => void
  readonly onContext: (state: AudioContextState | 'interrupted') => void
  readonly onShareEnded: () => void
}

/** Returns whether this page can request a microphone. */
export function canCapture(): 'ready' | 'insecure' | 'tooOld' {
  if (!isSecureContext) return 'insecure'
  const isSupported = 'mediaDevices' in navigator && 'AudioWorkletNode' in globalThis && 'Worker' in globalThis
  return isSupported ? 'ready' : 'tooOld'
}

export const canShareAudio = (): boolean =>
  canCapture() === 'ready' &&
  typeof navigator.mediaDevices.getDisplayMedia === 'function' &&
  !/Mobi|Firefox/.test(navigator.userAgent)

/**
 * Captures the microphone, and optionally the audio of a tab or of the system. Both are mixed on the audio thread and sent to a
 * worker through a message port; the page receives only the level.
 */
export class AudioCapture {
  readonly #events: CaptureEvents
  #options: CaptureOptions = {}
  #context: AudioContext | null = null
  #node: AudioWorkletNode | null = null
  #microphone: { stream: MediaStream; source: MediaStreamAudioSourceNode; unsubscribe: () => void } | null = null
  #tab: { stream: MediaStream; source: MediaStreamAudioSourceNode; unsubscribe: () => void } | null = null

  constructor(events: CaptureEvents) {
    this.#events = events
  }

  get rate(): number {
    return this.#context?.sampleRate ?? 48_000
  }

  get isOpen(): boolean {
    return this.#microphone !== null
  }

  get hasTabAudio(): boolean {
    return this.#tab !== null
  }

  get deviceId(): string | null {
    return this.#microphone?.stream.getAudioTracks()[0]?.getSettings().deviceId ?? null
  }

  /** Opens the microphone, or switches to another one. Rejects with CaptureError and leaves everything unchanged. */
  async open(options: CaptureOptions): Promise<void> {
    const support = canCapture()
    if (support !== 'ready') throw new CaptureError(support)
    const merged = { ...this.#options, ...options }
    // @NOTE First, because the browser shows the tab chooser only during a user activation.
    const tabStream = options.tabAudio && !this.#tab ? await requestTabAudio() : null
    const stream = await requestMicrophone(merged)
    try {
      await this.#openContext()
    } catch (cause) {
      stopTracks(stream)
      if (tabStream) stopTracks(tabStream)
      throw new CaptureError('notLoaded', cause)
    }
    this.#closeMicrophone()
    this.#microphone = { stream, source: this.#connect(stream), unsubscribe: this.#watchTrack(stream) }
    if (tabStream) this.#connectTab(tabStream)
    this.#options = merged
    await this.resume()
  }

  async addTabAudio(): Promise<void> {
    if (this.#tab || !this.#context) return
    this.#connectTab(await requestTabAudio())
  }

  removeTabAudio(): void {
    this.#tab?.unsubscribe()
    this.#tab?.source.disconnect()
    if (this.#tab) stopTracks(this.#tab.stream)
    this.#tab = null
  }

  /** Sets the port that receives the samples. */
  connectOutput(port: MessagePort): void {
    this.#post({ port }, [port])
  }

  /** Turns the samples on or off; the level is always sent. */
  setActive(isActive: boolean): void {
    this.#post({ isActive })
  }

  /** Some systems suspend all audio during a phone call and do not resume it by themselves. */
  async resume(): Promise<void> {
    if (this.#context && this.#context.state !== 'running') await this.#context.resume().catch(() => undefined)
  }

  close(): void {
    this.#closeMicrophone()
    this.removeTabAudio()
    this.#node?.disconnect()
    this.#node = null
    void this.#context?.close().catch(() => undefined)
    this.#context = null
  }

  #post(request: CaptureRequest, transfer: Transferable[] = []): void {
    this.#node?.port.postMessage(request, transfer)
  }

  async #openContext(): Promise<void> {
    if (this.#context) return
    const context = new AudioContext({ latencyHint: 'playback' })
    try {
      await context.audioWorklet.addModule(captureWorklet)
      const node = new AudioWorkletNode(context, 'earshot-capture', {
        channelCount: 1,
        channelCountMode: 'explicit',
        channelInterpretation: 'speakers',
      })
      node.port.onmessage = ({ data }: MessageEvent<AudioLevel>) => this.#events.onLevel(data)
      // Its output is silent, but browsers run only nodes connected to the destination.
      node.connect(context.destination)
      context.onstatechange = () => this.#events.onContext(context.state)
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

  #watchTrack(stream: MediaStream): () => void {
    const [track] = stream.getAudioTracks()
    if (!track) return () => undefined
    const unsubscribes = [
      listen(track, 'ended', () => this.#events.onEnded()),
      listen(track, 'mute', () => this.#events.onMuted(true)),
      listen(track, 'unmute', () => this.#events.onMuted(false)),
    ]
    return () => unsubscribes.forEach((unsubscribeOne) => unsubscribeOne())
  }

  #connectTab(stream: MediaStream): void {
    const [track] = stream.getAudioTracks()
    const unsubscribe = track
      ? listen(track, 'ended', () => {
          this.removeTabAudio()
          this.#events.onShareEnded()
        })
      : () => undefined
    this.#tab = { stream, source: this.#connect(stream), unsubscribe }
  }

  #closeMicrophone(): void {
    this.#microphone?.unsubscribe()
    this.#microphone?.source.disconnect()
    if (this.#microphone) stopTracks(this.#microphone.stream)
    this.#microphone = null
  }
}

async function requestMicrophone(options: CaptureOptions): Promise<MediaStream> {
  const { deviceId, echoCancellation = true, noiseSuppression = true, autoGainControl = true } = options
  const audio = { echoCancellation, noiseSuppression, autoGainControl, ...(deviceId && { deviceId: { exact: deviceId } }) }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio, video: false })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'SecurityError') throw new CaptureError('notAllowed', error)
    // The chosen device no longer exists: use any other one.
    if (name === 'OverconstrainedError' && deviceId) return requestMicrophone({ ...options, deviceId: null })
    if (name === 'NotFoundError' || name === 'OverconstrainedError') throw new CaptureError('noMicrophone', error)
    throw new CaptureError('inUse', error)
  }
}

/** @NOTE Browsers share audio only together with video. */
async function requestTabAudio(): Promise<MediaStream> {
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
  stopTracks(stream)
  throw new CaptureError('noSharedAudio')
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
