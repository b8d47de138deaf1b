import { Resampler } from '#kit/Resampler.ts'
import { MP3_RATE, Mp3Encoder } from '#ui/sound/Mp3Encoder.ts'
import type { RecorderAnswer, RecorderRequest } from '../recorderProtocol.ts'
import { SoundKeeper } from './SoundKeeper.ts'

/** Samples per encoded batch, half a second: the most that a crash can lose. */
const BATCH = 8000

const tell = (answer: RecorderAnswer, transfer: Transferable[] = []): void => postMessage(answer, { transfer })

let keeper: SoundKeeper | null = null
let encoder: Mp3Encoder | null = null
let resampler: Resampler | null = null
/** Runs tasks in order: samples wait until the previous block is encoded. */
let last: Promise<void> = Promise.resolve()

function inTurn(work: () => Promise<void> | void): void {
  last = last.then(work).catch((error: unknown) => {
    tell({ type: 'failed', why: encoder ? 'failed' : 'notLoaded', says: String(error) })
  })
}

onmessage = ({ data }: MessageEvent<RecorderRequest>) => {
  // Reads need not wait for writes.
  if (data.type === 'read') read(data.number)
  else if (data.type === 'arrived') keeper?.arrived(data.number)
  else if (data.type === 'sound') data.port.onmessage = ({ data: block }: MessageEvent<Float32Array>) => inTurn(() => take(block))
  else inTurn(() => answer(data))
}

async function answer(asked: RecorderRequest): Promise<void> {
  switch (asked.type) {
    case 'begin':
      await begin(asked)
      break
    case 'note':
      keeper?.note(asked.note)
      break
    case 'finish':
      await finish()
      break
    case 'soundOf':
      tell({ type: 'soundOf', sound: keeper?.sound() ?? new Blob([]) })
      break
    case 'remove':
      await keeper?.remove()
      tell({ type: 'removed' })
      break
  }
}

async function begin({ account, recordingId, note, rate }: Extract<RecorderRequest, { type: 'begin' }>): Promise<void> {
  const opened = await SoundKeeper.open(
    { account, recordingId },
    {
      onKept: (upTo) => tell({ type: 'kept', upTo }),
      onPiece: (number, duration) => tell({ type: 'piece', number, duration }),
      onFull: () => tell({ type: 'full' }),
    },
  )
  encoder = await Mp3Encoder.open((frames) => opened.take(frames), { batch: BATCH })
  resampler = new Resampler(rate, MP3_RATE)
  opened.note(note)
  keeper = opened
  tell({ type: 'begun', keptIn: opened.keptIn })
}

async function take(block: Float32Array): Promise<void> {
  if (resampler && encoder) await encoder.write(resampler.push(block))
}

async function finish(): Promise<void> {
  if (!resampler || !encoder || !keeper) return
  await encoder.write(resampler.finish())
  await encoder.finish()
  resampler = null
  tell({ type: 'finished', pieces: keeper.finish() })
}

function read(number: number): void {
  const piece = keeper?.read(number) ?? null
  tell({ type: 'read', number, piece }, piece ? [piece.bytes] : [])
}
