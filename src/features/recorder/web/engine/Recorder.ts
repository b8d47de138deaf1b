import { type StoreApi, createStore } from 'zustand/vanilla'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { type Send, client } from '#shared/client.ts'
import { hours, type Millis, minutes, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { newId } from '#browser/random/random.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { now, wait } from '#browser/timers/time.ts'
import { MAX_RECORDING_DURATION, recorderContract } from '../../contract.ts'
import { AudioCapture, CaptureError, canCapture, canShareAudio, listMicrophones } from './AudioCapture.ts'
import { LevelHistory } from './LevelHistory.ts'
import { beginOnServer, startFailureOf, type RecordingSession, openSession } from './openSession.ts'
import { lockRecorder } from './locks.ts'
import type { RecordingDetails } from './PieceSender.ts'
import type { AudioLevel } from './recorderProtocol.ts'
import {
  type CaptureOptions,
  IDLE,
  type Phase,
  type RecorderHandle,
  type RecorderState,
  type FailureKind,
} from './recorderState.ts'
import { setMayHaveRecoverable } from './recoverable.ts'
import { ScreenWakeLock } from './ScreenWakeLock.ts'

/** Time for the audio thread to deliver its last samples. */
const FLUSH_DELAY = 150
/** The encoder adds a few hundredths of a second. */
const ENCODER_MARGIN = seconds(1)

/**
 * The recorder of this browser: one recording at a time, stored on the disk and uploaded while it is being made. It requests no
 * permission before `open` or `start`. `RecorderHandle` documents its methods.
 */
export class Recorder implements RecorderHandle {
  readonly store: StoreApi<RecorderState> = createStore(() => IDLE)
  readonly #send: Send
  readonly #maxDuration: Millis
  readonly #capture: AudioCapture
  readonly #screenLock = new ScreenWakeLock((wakeLock) => this.#set({ wakeLock }))
  readonly #subscribers = new Set<(file: LibraryFile) => void>()
  #session: RecordingSession | null = null
  #level: AudioLevel = { rms: 0, peak: 0, frames: 0 }
  #history = new LevelHistory()
  /** Frames delivered by the audio thread before this recording began. */
  #firstFrame = 0
  /** Duration of the recording when the microphone was closed. */
  #endedAt: Millis | null = null
  #folderId: string | null = null
  #unsubscribeDevices: () => void = () => undefined

  constructor(send: Send, { maxDuration = MAX_RECORDING_DURATION }: { maxDuration?: Millis } = {}) {
    this.#send = send
    this.#maxDuration = maxDuration
    this.#capture = new AudioCapture({
      onLevel: (level) => this.#onLevel(level),
      onEnded: () => void this.#deviceEnded(),
      onMuted: (muted) =>
        muted ? this.#session?.monitor.stop('muted', { ended: false }) : this.#session?.monitor.clearReason('muted'),
      onContext: (state) => {
        if (state !== 'running') this.#session?.monitor.stop('interrupted', { ended: false })
      },
      onShareEnded: () => this.#set({ hasTabAudio: false }),
    })
  }

  canRecord(): 'ready' | 'insecure' | 'tooOld' {
    return canCapture()
  }

  canShareAudio(): boolean {
    return canShareAudio()
  }

  level(): number {
    return this.#level.rms
  }

  peak(): number {
    return this.#level.peak
  }

  levelHistory(): LevelHistory {
    return this.#history
  }

  position(): Millis {
    if (!this.#session || this.#endedAt !== null) return this.#endedAt ?? 0
    return ((this.#level.frames - this.#firstFrame) * 1000) / this.#capture.rate
  }

  async open(options: CaptureOptions = {}): Promise<void> {
    const isRecording = this.#session !== null
    if (this.#phase === 'finishing') return
    if (!isRecording) this.#set({ ...IDLE, phase: 'asking' })
    try {
      await this.#capture.open(options)
      this.#onDeviceOpened()
      this.#set({
        ...(!isRecording && { phase: 'ready' }),
        hasTabAudio: this.#capture.hasTabAudio,
        deviceId: this.#capture.deviceId,
      })
      await this.#listDevices()
    } catch (error) {
      const kind = error instanceof CaptureError ? error.kind : 'inUse'
      this.#set({ ...(!isRecording && { phase: 'failed' }), failure: { kind, error } })
    }
  }

  close(): void {
    if (this.#session) return
    this.#closeMicrophone()
    this.#set(IDLE)
  }

  async start({ filename, folderId = null }: { filename: string; folderId?: string | null }): Promise<void> {
    if (this.#session) return
    if (this.#phase !== 'ready') await this.open()
    if (this.#phase !== 'ready') return
    const account = currentAccountId()
    if (!account) return this.#fail('signedOut')
    const id = newId()
    const release = await lockRecorder(id)
    if (!release) return this.#fail('busyElsewhere')
    // From here on, a second call finds a session.
    const session = this.#newSession(id, account, release)
    this.#session = session
    this.#folderId = folderId
    this.#set({ recordingId: id, serverId: id, filename, startedAt: now(), failure: null })
    try {
      await beginOnServer(this.#calls, id, this.#details())
      const metadata = { recordingId: id, serverId: id, ...this.#details() }
      setMayHaveRecoverable(true)
      const keptIn = await session.worker.begin({ account, recordingId: id, metadata, rate: this.#capture.rate })
      const { port1, port2 } = new MessageChannel()
      session.worker.connectInput(port1)
      this.#capture.connectOutput(port2)
      this.#firstFrame = this.#level.frames
      this.#history = new LevelHistory()
      this.#endedAt = null
      this.#setActive(true)
      this.#set({ phase: 'recording', keptIn, startedAt: now() })
      void this.#screenLock.acquire()
    } catch (error) {
      session.worker.end()
      this.#fail(startFailureOf(error), error)
    }
  }

  pause(): void {
    if (this.#phase !== 'recording') return
    this.#setActive(false)
    this.#set({ phase: 'paused' })
  }

  async resume(): Promise<void> {
    if (this.#phase !== 'paused' && this.#phase !== 'recording') return
    if (!this.#capture.isOpen || this.store.getState().stopped?.ended) await this.open()
    await this.#capture.resume()
    this.#setActive(true)
    this.#set({ phase: 'recording', failure: null })
  }

  async switchDevice(deviceId: string): Promise<void> {
    await this.open({ deviceId })
  }

  async addTabAudio(): Promise<void> {
    try {
      await this.#capture.addTabAudio()
      this.#set({ hasTabAudio: this.#capture.hasTabAudio })
    } catch (error) {
      this.#set({ failure: { kind: error instanceof CaptureError ? error.kind : 'noSharedAudio', error } })
    }
  }

  removeTabAudio(): void {
    this.#capture.removeTabAudio()
    this.#set({ hasTabAudio: false })
  }

  mark(text = ''): number {
    const markers = [...this.store.getState().markers, { at: Math.round(this.position()), text }]
    this.#setMarkers(markers)
    return markers.length - 1
  }

  nameMark(index: number, text: string): void {
    this.#setMarkers(this.store.getState().markers.map((marker, at) => (at === index ? { ...marker, text } : marker)))
  }

  removeMark(index: number): void {
    this.#setMarkers(this.store.getState().markers.filter((_, at) => at !== index))
  }

  rename(filename: string): void {
    this.#set({ filename })
    this.#session?.worker.saveMetadata({ filename })
  }

  async stop(): Promise<void> {
    const session = this.#session
    if (!session || (this.#phase !== 'recording' && this.#phase !== 'paused')) return
    this.#setActive(false)
    this.#set({ phase: 'finishing' })
    await wait(FLUSH_DELAY)
    this.#closeMicrophone()
    this.#screenLock.release()
    session.worker.saveMetadata({ ended: true })
    try {
      session.sender.finish(await session.worker.finish())
      const file = await session.sender.file
      if (this.#session !== session) return
      await session.worker.remove()
      this.#endSession()
      this.#set({ phase: 'ended', file, tooShort: file === null })
      if (file) for (const listener of this.#subscribers) listener(file)
    } catch (error) {
      if (this.#session === session) this.#set({ failure: { kind: 'finishFailed', error } })
    }
  }

  retryFinish(): void {
    this.#session?.sender.retryNow()
  }

  finishLater(): void {
    if (this.#phase !== 'finishing') return
    this.#session?.worker.end()
    this.#endSession()
    this.#set(IDLE)
  }

  async discard(): Promise<void> {
    const session = this.#session
    if (!session) return this.reset()
    this.#setActive(false)
    session.sender.stop()
    this.#closeMicrophone()
    this.#screenLock.release()
    await session.worker.remove()
    this.#endSession()
    this.#set(IDLE)
    await this.#calls.discard({ params: { recording_id: session.sender.serverId } }).catch(() => undefined)
  }

  async download(): Promise<Blob> {
    return this.#session ? this.#session.worker.readAudio() : new Blob([])
  }

  reset(): void {
    if (this.#session) return
    this.#closeMicrophone()
    this.#set(IDLE)
  }

  wouldLose(): boolean {
    return this.#phase === 'recording' || this.#phase === 'paused' || (this.#session !== null && !this.#session.sender.isAllSafe)
  }

  onFile(listener: (file: LibraryFile) => void): () => void {
    this.#subscribers.add(listener)
    return () => this.#subscribers.delete(listener)
  }

  get #phase(): Phase {
    return this.store.getState().phase
  }

  get #calls() {
    return client('recorder', recorderContract, this.#send)
  }

  #set(change: Partial<RecorderState>): void {
    this.store.setState(change)
  }

  #fail(kind: FailureKind, error?: unknown): void {
    this.#endSession()
    this.#closeMicrophone()
    this.#set({ phase: 'failed', failure: { kind, error } })
  }

  #details(): RecordingDetails {
    const { filename, startedAt, markers } = this.store.getState()
    const startTime = startedAt ?? now()
    return { filename, folderId: this.#folderId, startedAt: startTime, timezone: timezoneAt(startTime), markers }
  }

  #newSession(id: string, account: string, release: () => void): RecordingSession {
    return openSession(
      { id, account, release, send: this.#send },
      {
        getDetails: () => this.#details(),
        onChange: (change) => this.#set(change),
        onGap: (gap) => this.#set({ gaps: [...this.store.getState().gaps, gap] }),
        onNoAudio: () => void this.#capture.resume(),
        onBroken: () => this.#capture.setActive(false),
      },
    )
  }

  #setActive(isActive: boolean): void {
    this.#capture.setActive(isActive)
    this.#session?.monitor.setActive(isActive)
  }

  /** Another device replaces the one that ended. */
  #onDeviceOpened(): void {
    const { stopped, gaps, phase } = this.store.getState()
    if (stopped?.ended) this.#set({ gaps: [...gaps, { at: stopped.at, lost: now() - stopped.time, why: stopped.why }] })
    this.#session?.monitor.reset()
    if (phase === 'recording') this.#setActive(true)
  }

  #onLevel(level: AudioLevel): void {
    this.#level = level
    const { phase } = this.store.getState()
    if (phase !== 'recording' || !this.#session) return
    this.#session.monitor.onLevel(level, this.position())
    this.#history.add(this.position(), level.rms)
    if (this.position() < this.#maxDuration - ENCODER_MARGIN) return
    this.#session.monitor.stop('limit', { ended: true })
    void this.stop()
  }

  /** The device is gone. The recorded audio is kept until the user chooses another device or stops. */
  async #deviceEnded(): Promise<void> {
    this.#session?.monitor.stop('unplugged', { ended: true })
    // Recording pauses, so that no silence is recorded, until another device is chosen.
    this.#capture.setActive(false)
    if (!this.#session) {
      this.#closeMicrophone()
      this.#set({ phase: 'failed', failure: { kind: 'noMicrophone' } })
    }
    await this.#listDevices().catch(() => undefined)
  }

  async #listDevices(): Promise<void> {
    this.#set({ devices: await listMicrophones() })
    this.#unsubscribeDevices()
    this.#unsubscribeDevices = listen(
      navigator.mediaDevices,
      'devicechange',
      () => void this.#listDevices().catch(() => undefined),
    )
  }

  #setMarkers(markers: RecorderState['markers']): void {
    this.#set({ markers })
    this.#session?.worker.saveMetadata({ markers })
  }

  #closeMicrophone(): void {
    this.#unsubscribeDevices()
    this.#endedAt = this.#session ? this.position() : null
    this.#capture.close()
    this.#level = { rms: 0, peak: 0, frames: 0 }
  }

  #endSession(): void {
    for (const cleanUp of this.#session?.cleanups ?? []) cleanUp()
    this.#session = null
    this.#endedAt = null
  }
}

/** Returns the browser's offset from UTC at this time, in hours. */
const timezoneAt = (at: Millis): number => (-new Date(at).getTimezoneOffset() * minutes(1)) / hours(1)
