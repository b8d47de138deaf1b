import { act } from '@testing-library/react'
import { createStore } from 'zustand/vanilla'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { IDLE, type FailureKind, type RecorderHandle, type RecorderState } from './engine/recorderState.ts'

/** A recorder controlled by the test. jsdom has no microphone; test/e2e runs the real one. */
export class FakeRecorder implements RecorderHandle {
  readonly store = createStore<RecorderState>(() => IDLE)
  readonly calls: string[] = []
  support: 'ready' | 'insecure' | 'tooOld' = 'ready'
  canShare = true
  failure: FailureKind | null = null
  at = 0
  currentLevel = 0
  hasUnsavedAudio = true
  #subscribers = new Set<Parameters<RecorderHandle['onFile']>[0]>()
  set(change: Partial<RecorderState>): void {
    act(() => this.store.setState(change))
  }
  canRecord = () => this.support
  canShareAudio = () => this.canShare
  level = () => this.currentLevel
  levelHistory = () => ({ bars: [0.1, 0.4, 0.2], barDuration: 125 })
  peak = () => this.currentLevel
  position = () => this.at
  wouldLose = () => this.hasUnsavedAudio
  open = async (choices: object = {}) => {
    this.calls.push(`open ${JSON.stringify(choices)}`)
    const devices = [
      { id: 'a', label: 'Built-in' },
      { id: 'b', label: 'Headset' },
    ]
    if (this.failure) this.store.setState({ phase: 'failed', failure: { kind: this.failure } })
    else this.store.setState({ phase: 'ready', failure: null, devices, deviceId: 'a' })
  }
  close = (): void => this.store.setState(IDLE)
  start = async ({ filename, folderId = null }: { filename: string; folderId?: string | null }) => {
    this.calls.push(`start ${filename} ${folderId}`)
    this.store.setState({ phase: 'recording', filename })
  }
  pause = (): void => this.store.setState({ phase: 'paused' })
  resume = async () => this.store.setState({ phase: 'recording', stopped: null })
  switchDevice = async (deviceId: string) => this.store.setState({ deviceId })
  addTabAudio = async () => this.store.setState({ hasTabAudio: true })
  removeTabAudio = (): void => this.store.setState({ hasTabAudio: false })
  mark = (text = '') => {
    this.store.setState(({ markers }) => ({ markers: [...markers, { at: this.at, text }] }))
    return this.store.getState().markers.length - 1
  }
  nameMark = (index: number, text: string) =>
    this.store.setState(({ markers }) => ({
      markers: markers.map((marker, at) => (at === index ? { ...marker, text } : marker)),
    }))
  removeMark = (index: number) => this.store.setState(({ markers }) => ({ markers: markers.filter((_, at) => at !== index) }))
  rename = (filename: string) => this.store.setState({ filename })
  stop = async () => this.store.setState({ phase: 'finishing' })
  retryFinish = (): void => {
    this.calls.push('retryFinish')
  }
  finishLater = (): void => this.store.setState(IDLE)
  discard = async () => {
    this.calls.push('discard')
    this.store.setState(IDLE)
  }
  download = async () => new Blob(['sound'])
  reset = (): void => this.store.setState(IDLE)
  /** Ends the recording with a file, as `stop` does. */
  end(file: LibraryFile): void {
    act(() => {
      this.store.setState({ phase: 'ended', file })
      for (const listener of this.#subscribers) listener(file)
    })
  }
  onFile = (listener: Parameters<RecorderHandle['onFile']>[0]) => {
    this.#subscribers.add(listener)
    return () => this.#subscribers.delete(listener)
  }
}
