import { type Send, client } from '#kit/client.ts'
import { listen } from '#ui/listen.ts'
import { onReached } from '#ui/reachability.ts'
import { recorderContract } from '../../contract.ts'
import { accountHere } from '#ui/accountHere.ts'
import { KeeperLink } from './KeeperLink.ts'
import { PieceSender, type Told } from './PieceSender.ts'
import type { Gap, RecorderState } from './recorderState.ts'
import { SoundWatch } from './SoundWatch.ts'

/** The parts of one running recording: storage, upload and monitoring of the audio. */
export type Session = {
  readonly keeper: KeeperLink
  readonly sender: PieceSender
  readonly watch: SoundWatch
  /** Functions that stop everything except the worker and release the lock. */
  readonly ends: readonly (() => void)[]
}

export type SessionNews = {
  readonly told: () => Told
  readonly hear: (change: Partial<RecorderState>) => void
  readonly onGap: (gap: Gap) => void
  readonly onUnheard: () => void
  readonly onBroken: () => void
}

type Names = { readonly id: string; readonly account: string; readonly letGo: () => void; readonly send: Send }

/** Creates the parts of a recording and connects them. */
export function openSession({ id, account, letGo, send: sendAnyhow }: Names, news: SessionNews): Session {
  const send = sendAs(account, sendAnyhow)
  const watch = new SoundWatch({ onStopped: (stopped) => news.hear({ stopped }), onGap: news.onGap, onUnheard: news.onUnheard })
  const keeper = new KeeperLink({
    onKept: (keptUpTo) => news.hear({ keptUpTo }),
    onPiece: (number, duration) => sender.add(number, duration),
    onFull: () => news.hear({ keptIn: 'memory', trouble: { kind: 'storageFull' } }),
    onBroken: () => {
      watch.stop('failed', { ended: true })
      news.onBroken()
    },
  })
  const sender = new PieceSender(id, {
    calls: client('recorder', recorderContract, send),
    send,
    read: (number) => keeper.read(number),
    told: news.told,
    hear: {
      onSafe: (safeUpTo) => news.hear({ safeUpTo }),
      onArrived: (number) => keeper.arrived(number),
      onNetwork: (network) => news.hear({ network }),
      onServerId: (serverId) => keeper.note({ serverId }),
    },
  })
  const wake = (): void => sender.wake()
  const ends = [letGo, onReached(wake), listen(window, 'online', wake), () => watch.end(), () => sender.stop()]
  return { keeper, sender, watch, ends }
}

/**
 * Sends requests only while the account of the recording is signed in. For another account it returns 401, so that the upload
 * waits.
 */
function sendAs(account: string, send: Send): Send {
  const nobody = { httpStatus: 401, body: { status: -401, msg: 'signed out' } }
  return (request) => (accountHere() === account ? send(request) : Promise.resolve(nobody))
}
