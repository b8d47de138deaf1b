import { type StoreApi, createStore } from 'zustand/vanilla'
import { accountFull } from '#features/files/contract.ts'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { Refused, type Send, client } from '#kit/client.ts'
import { hours, type Millis, minutes, seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { newId } from '#ui/newId.ts'
import { now, wait } from '#ui/time.ts'
import { MAX_RECORDING, recorderContract } from '../../contract.ts'
import { accountHere } from '#ui/accountHere.ts'
import { Capture, CaptureError, type Choices, canCapture, canShareSound } from './Capture.ts'
import { KeeperError } from './KeeperLink.ts'
import { noteKept } from './keptNote.ts'
import { holdRecorder } from './locks.ts'
import { type Session, openSession } from './openSession.ts'
import type { Told } from './PieceSender.ts'
import { IDLE, type Phase, type RecorderState, type TroubleKind } from './recorderState.ts'
import type { LevelTold } from './recorderProtocol.ts'
import { ScreenLock } from './ScreenLock.ts'

export type { Gap, Phase, RecorderState, StopReason, Stopped, TroubleKind } from './recorderState.ts'

/** Time for the audio thread to deliver its last samples. */
const LAST_SAMPLES = 150
/** The recording starts without the server when it does not respond within this time. */
const PATIENCE = seconds(1.5)
/** The encoder adds a few hundredths of a second. */
const MARGIN = seconds(1)

const REFUSALS = { [-13]: 'noMember', [-507]: 'noRoom', [-429]: 'tooMuch', [accountFull.status]: 'accountFull' } as const

/**
 * The recorder of this browser: one recording at a time, stored on the disk and uploaded while it is being made. It asks for no
 * permission before `open` or `start`. `store` contains the state for the screens; `level` and `position` change too often for it
 * and are read by polling.
 */
export class Recorder {
  readonly store: StoreApi<RecorderState> = createStore(() => IDLE)
  readonly #send: Send
  readonly #longest: Millis
  readonly #capture: Capture
  readonly #screen = new ScreenLock((wakeLock) => this.#set({ wakeLock }))
  readonly #hearers = new Set<(file: LibraryFile) => void>()
  #session: Session | null = null
  #level: LevelTold = { rms: 0, peak: 0, frames: 0 }
  /** Frames delivered by the audio thread before this recording began. */
  #firstFrame = 0
  /** Duration of the recording when the microphone was closed. */
  #endedAt: Millis | null = null
  #folderId: string | null = null
  #deafToDevices: () => void = () => undefined

  constructor(send: Send, { longest = MAX_RECORDING }: { longest?: Millis } = {}) {
    this.#send = send
    this.#longest = longest
    this.#capture = new Capture({
      onLevel: (level) => this.#heard(level),
      onEnded: () => void this.#deviceEnded(),
      onMuted: (muted) => (muted ? this.#session?.watch.stop('muted', { ended: false }) : this.#session?.watch.over('muted')),
      onContext: (state) => {
        if (state !== 'running') this.#session?.watch.stop('interrupted', { ended: false })
      },
      onShareEnded: () => this.#set({ hasTabSound: false }),
    })
  }

  canRecord(): 'ready' | 'insecure' | 'tooOld' {
    return canCapture()
  }

  canShareSound(): boolean {
    return canShareSound()
  }

  /** Current level, 0 to 1 (root mean square), updated about sixteen times a second. */
  level(): number {
    return this.#level.rms
  }

  peak(): number {
    return this.#level.peak
  }

  /** Duration of the recording in milliseconds, counted by samples: without pauses and gaps. */
  position(): Millis {
    if (!this.#session || this.#endedAt !== null) return this.#endedAt ?? 0
    return ((this.#level.frames - this.#firstFrame) * 1000) / this.#capture.rate
  }

  /** Opens the microphone for a check, or changes its options while recording. */
  async open(choices: Choices = {}): Promise<void> {
    const isLive = this.#session !== null
    if (this.#phase === 'finishing') return
    if (!isLive) this.#set({ ...IDLE, phase: 'asking' })
    try {
      await this.#capture.open(choices)
      this.#goOn()
      this.#set({ ...(!isLive && { phase: 'ready' }), hasTabSound: this.#capture.hasTabSound, deviceId: this.#capture.deviceId })
      await this.#listDevices()
    } catch (error) {
      const kind = error instanceof CaptureError ? error.kind : 'inUse'
      this.#set({ ...(!isLive && { phase: 'failed' }), trouble: { kind, error } })
    }
  }

  /** Closes the microphone after a check. */
  close(): void {
    if (this.#session) return
    this.#letGoOfSound()
    this.#set(IDLE)
  }

  /** Starts recording, also offline. `phase` tells whether it succeeded. */
  async start({ filename, folderId = null }: { filename: string; folderId?: string | null }): Promise<void> {
    if (this.#session) return
    if (this.#phase !== 'ready') await this.open()
    if (this.#phase !== 'ready') return
    const account = accountHere()
    if (!account) return this.#fail('signedOut')
    const id = newId()
    const letGo = await holdRecorder(id)
    if (!letGo) return this.#fail('busyElsewhere')
    // From here on, a second call finds a session.
    const session = this.#newSession(id, account, letGo)
    this.#session = session
    this.#folderId = folderId
    this.#set({ recordingId: id, filename, startedAt: now(), trouble: null })
    try {
      await this.#beginOnServer(id)
      const note = { recordingId: id, serverId: id, ...this.#told() }
      noteKept(true)
      const keptIn = await session.keeper.begin({ account, recordingId: id, note, rate: this.#capture.rate })
      const { port1, port2 } = new MessageChannel()
      session.keeper.listenTo(port1)
      this.#capture.sendTo(port2)
      this.#firstFrame = this.#level.frames
      this.#endedAt = null
      this.#turn(true)
      this.#set({ phase: 'recording', keptIn, startedAt: now() })
      void this.#screen.take()
    } catch (error) {
      session.keeper.end()
      const refusal = error instanceof Refused ? REFUSALS[error.status as keyof typeof REFUSALS] : undefined
      this.#fail(refusal ?? (error instanceof KeeperError ? 'notLoaded' : 'inUse'), error)
    }
  }

  pause(): void {
    if (this.#phase !== 'recording') return
    this.#turn(false)
    this.#set({ phase: 'paused' })
  }

  async resume(): Promise<void> {
    if (this.#phase !== 'paused' && this.#phase !== 'recording') return
    if (!this.#capture.isOpen || this.store.getState().stopped?.ended) await this.open()
    await this.#capture.wake()
    this.#turn(true)
    this.#set({ phase: 'recording', trouble: null })
  }

  async switchDevice(deviceId: string): Promise<void> {
    await this.open({ deviceId })
  }

  async addTabSound(): Promise<void> {
    try {
      await this.#capture.addTabSound()
      this.#set({ hasTabSound: this.#capture.hasTabSound })
    } catch (error) {
      this.#set({ trouble: { kind: error instanceof CaptureError ? error.kind : 'noSharedSound', error } })
    }
  }

  dropTabSound(): void {
    this.#capture.dropTabSound()
    this.#set({ hasTabSound: false })
  }

  /** Adds a marker at the current position and returns its index. */
  mark(text = ''): number {
    const markers = [...this.store.getState().markers, { at: Math.round(this.position()), text }]
    this.#mark(markers)
    return markers.length - 1
  }

  nameMark(index: number, text: string): void {
    this.#mark(this.store.getState().markers.map((marker, at) => (at === index ? { ...marker, text } : marker)))
  }

  removeMark(index: number): void {
    this.#mark(this.store.getState().markers.filter((_, at) => at !== index))
  }

  rename(filename: string): void {
    this.#set({ filename })
    this.#session?.keeper.note({ filename })
  }

  /** Stops the recording and creates its file; offline it retries until the network is back. */
  async stop(): Promise<void> {
    const session = this.#session
    if (!session || (this.#phase !== 'recording' && this.#phase !== 'paused')) return
    this.#turn(false)
    this.#set({ phase: 'finishing' })
    await wait(LAST_SAMPLES)
    this.#letGoOfSound()
    this.#screen.letGo()
    session.keeper.note({ ended: true })
    try {
      session.sender.finish(await session.keeper.finish())
      const file = await session.sender.file
      if (this.#session !== session) return
      await session.keeper.remove()
      this.#endSession()
      this.#set({ phase: 'ended', file, tooShort: file === null })
      if (file) for (const hear of this.#hearers) hear(file)
    } catch (error) {
      if (this.#session === session) this.#set({ trouble: { kind: 'finishFailed', error } })
    }
  }

  /** Retries immediately. */
  retryFinish(): void {
    this.#session?.sender.wake()
  }

  /** Leaves an unfinished recording in the storage, where `listRecoverable` finds it. */
  leaveForLater(): void {
    if (this.#phase !== 'finishing') return
    this.#session?.keeper.end()
    this.#endSession()
    this.#set(IDLE)
  }

  /** Discards the recording, here and on the server. */
  async discard(): Promise<void> {
    const session = this.#session
    if (!session) return this.reset()
    this.#turn(false)
    session.sender.stop()
    this.#letGoOfSound()
    this.#screen.letGo()
    await session.keeper.remove()
    this.#endSession()
    this.#set(IDLE)
    await this.#calls.discard({ params: { recording_id: session.sender.serverId } }).catch(() => undefined)
  }

  /** Returns the audio stored in this browser as MP3. */
  async download(): Promise<Blob> {
    return this.#session ? this.#session.keeper.sound() : new Blob([])
  }

  reset(): void {
    if (this.#session) return
    this.#letGoOfSound()
    this.#set(IDLE)
  }

  /** True when leaving the page now would lose audio that is not on the server yet. */
  wouldLose(): boolean {
    return this.#phase === 'recording' || this.#phase === 'paused' || (this.#session !== null && !this.#session.sender.isAllSafe)
  }

  /** Subscribes to the files of finished recordings. Returns the unsubscribe function. */
  onFile(hear: (file: LibraryFile) => void): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
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

  #fail(kind: TroubleKind, error?: unknown): void {
    this.#endSession()
    this.#letGoOfSound()
    this.#set({ phase: 'failed', trouble: { kind, error } })
  }

  #told(): Told {
    const { filename, startedAt, markers } = this.store.getState()
    const began = startedAt ?? now()
    return { filename, folderId: this.#folderId, startedAt: began, timezone: timezoneAt(began), markers }
  }

  #newSession(id: string, account: string, letGo: () => void): Session {
    return openSession(
      { id, account, letGo, send: this.#send },
      {
        told: () => this.#told(),
        hear: (change) => this.#set(change),
        onGap: (gap) => this.#set({ gaps: [...this.store.getState().gaps, gap] }),
        onUnheard: () => void this.#capture.wake(),
        onBroken: () => this.#capture.turn(false),
      },
    )
  }

  /** Reports a refusal before the user speaks. Network errors are ignored. */
  async #beginOnServer(id: string): Promise<void> {
    const { filename, folderId, startedAt, timezone } = this.#told()
    const filetag_id_list = folderId === null ? null : [folderId]
    const body = { recording_id: id, filename, start_time: startedAt, timezone, filetag_id_list }
    try {
      await this.#calls.begin({ body }, { signal: AbortSignal.timeout(PATIENCE) })
    } catch (error) {
      if (error instanceof Refused && error.status in REFUSALS) throw error
    }
  }

  #turn(on: boolean): void {
    this.#capture.turn(on)
    this.#session?.watch.turn(on)
  }

  /** Another device replaces the one that ended. */
  #goOn(): void {
    const { stopped, gaps, phase } = this.store.getState()
    if (stopped?.ended) this.#set({ gaps: [...gaps, { at: stopped.at, lost: now() - stopped.time, why: stopped.why }] })
    this.#session?.watch.clear()
    if (phase === 'recording') this.#turn(true)
  }

  #heard(level: LevelTold): void {
    this.#level = level
    const { phase } = this.store.getState()
    if (phase !== 'recording' || !this.#session) return
    this.#session.watch.heard(level, this.position())
    if (this.position() < this.#longest - MARGIN) return
    this.#session.watch.stop('limit', { ended: true })
    void this.stop()
  }

  /** The device is gone. The recorded audio is kept; the user chooses another device or stops. */
  async #deviceEnded(): Promise<void> {
    this.#session?.watch.stop('unplugged', { ended: true })
    // The silence is not recorded: the recording waits until another device is chosen.
    this.#capture.turn(false)
    if (!this.#session) {
      this.#letGoOfSound()
      this.#set({ phase: 'failed', trouble: { kind: 'noMicrophone' } })
    }
    await this.#listDevices().catch(() => undefined)
  }

  async #listDevices(): Promise<void> {
    const all = await navigator.mediaDevices.enumerateDevices()
    const devices = all.filter(({ kind }) => kind === 'audioinput').map(({ deviceId: id, label }) => ({ id, label }))
    this.#set({ devices })
    this.#deafToDevices()
    this.#deafToDevices = listen(navigator.mediaDevices, 'devicechange', () => void this.#listDevices().catch(() => undefined))
  }

  #mark(markers: RecorderState['markers']): void {
    this.#set({ markers })
    this.#session?.keeper.note({ markers })
  }

  #letGoOfSound(): void {
    this.#deafToDevices()
    this.#endedAt = this.#session ? this.position() : null
    this.#capture.close()
    this.#level = { rms: 0, peak: 0, frames: 0 }
  }

  #endSession(): void {
    for (const end of this.#session?.ends ?? []) end()
    this.#session = null
    this.#endedAt = null
  }
}

/** Returns the browser's offset from UTC at this time, in hours. */
const timezoneAt = (at: Millis): number => (-new Date(at).getTimezoneOffset() * minutes(1)) / hours(1)
