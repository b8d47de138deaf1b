import { type Send, client, type Client, Refused } from '#shared/client.ts'
import { listen } from '#browser/events/listen.ts'
import { onReconnect } from '#browser/http/reachability.ts'
import { recorderContract } from '../../contract.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { isLiveWordsOn } from '../live/liveWordsSetting.ts'
import { RecorderWorkerClient, RecorderWorkerError } from './RecorderWorkerClient.ts'
import { PieceSender, type RecordingDetails, beginBodyOf } from './PieceSender.ts'
import type { Gap, RecorderState, FailureKind } from './recorderState.ts'
import { AudioMonitor } from './AudioMonitor.ts'
import { accountFull } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'

/** The parts of one running recording: storage, upload and monitoring of the audio. */
export type RecordingSession = {
  readonly worker: RecorderWorkerClient
  readonly sender: PieceSender
  readonly monitor: AudioMonitor
  /** Functions that stop everything except the worker and release the lock. */
  readonly cleanups: readonly (() => void)[]
}

export type SessionEvents = {
  readonly getDetails: () => RecordingDetails
  readonly onChange: (change: Partial<RecorderState>) => void
  readonly onGap: (gap: Gap) => void
  readonly onNoAudio: () => void
  readonly onBroken: () => void
}

type SessionOptions = { readonly id: string; readonly account: string; readonly release: () => void; readonly send: Send }

/** Creates the parts of a recording and connects them. */
export function openSession(
  { id, account, release, send: sendUnchecked }: SessionOptions,
  events: SessionEvents,
): RecordingSession {
  const send = sendOnlyAs(account, sendUnchecked)
  const monitor = new AudioMonitor({
    onStopped: (stopped) => events.onChange({ stopped }),
    onGap: events.onGap,
    onNoAudio: events.onNoAudio,
  })
  const worker = new RecorderWorkerClient({
    onKept: (storedUpTo) => events.onChange({ storedUpTo }),
    onPiece: (number, duration) => sender.add(number, duration),
    onFull: () => events.onChange({ keptIn: 'memory', failure: { kind: 'storageFull' } }),
    onBroken: () => {
      monitor.stop('failed', { ended: true })
      events.onBroken()
    },
  })
  const sender = new PieceSender(id, {
    calls: client('recorder', recorderContract, send),
    send,
    read: (number) => worker.read(number),
    getDetails: events.getDetails,
    hasLiveWords: isLiveWordsOn,
    events: {
      onSafe: (uploadedUpTo) => events.onChange({ uploadedUpTo }),
      onArrived: (number) => worker.arrived(number),
      onNetwork: (network) => events.onChange({ network }),
      onServerId: (serverId) => {
        worker.saveMetadata({ serverId })
        events.onChange({ serverId })
      },
    },
  })
  const retryNow = (): void => sender.retryNow()
  const cleanups = [
    release,
    onReconnect(retryNow),
    listen(window, 'online', retryNow),
    () => monitor.dispose(),
    () => sender.stop(),
  ]
  return { worker, sender, monitor, cleanups }
}

/**
 * Sends requests only while the account of the recording is signed in. For another account it returns 401, so that the upload
 * waits.
 */
function sendOnlyAs(account: string, send: Send): Send {
  const signedOutResponse = { httpStatus: 401, body: { status: -401, msg: 'signed out' } }
  return (request) => (currentAccountId() === account ? send(request) : Promise.resolve(signedOutResponse))
}

/** The recording starts without the server when it does not respond within this time. */
const BEGIN_TIMEOUT = seconds(1.5)

const FAILURE_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  [-13]: 'noMember',
  [-507]: 'noRoom',
  [-429]: 'tooMuch',
  [accountFull.status]: 'accountFull',
}

/** Begins a recording on the server. Rejects with a refusal, so that it is known before the user speaks; ignores other errors. */
export async function beginOnServer(
  calls: Client<typeof recorderContract>,
  recordingId: string,
  details: RecordingDetails,
): Promise<void> {
  try {
    await calls.begin({ body: beginBodyOf(recordingId, details) }, { signal: AbortSignal.timeout(BEGIN_TIMEOUT) })
  } catch (error) {
    if (error instanceof Refused && error.status in FAILURE_BY_STATUS) throw error
  }
}

/** Returns why a recording could not start. */
export function startFailureOf(error: unknown): FailureKind {
  const refusal = error instanceof Refused ? FAILURE_BY_STATUS[error.status] : undefined
  return refusal ?? (error instanceof RecorderWorkerError ? 'notLoaded' : 'inUse')
}
