import { Resampler } from '#shared/audio/Resampler.ts'
import { MP3_SAMPLE_RATE, Mp3Encoder } from '#browser/audio/Mp3Encoder.ts'
import type { RecorderResponse, RecorderRequest } from '../recorderProtocol.ts'
import { AudioWriter } from './AudioWriter.ts'

/** Samples per encoded batch, half a second: the most that a crash can lose. */
const BATCH_SAMPLES = 8000

const post = (handleRequest: RecorderResponse, transfer: Transferable[] = []): void => postMessage(handleRequest, { transfer })

let writer: AudioWriter | null = null
let encoder: Mp3Encoder | null = null
let resampler: Resampler | null = null
/** Runs tasks in order: samples wait until the previous block is encoded. */
let lastTask: Promise<void> = Promise.resolve()

function enqueue(work: () => Promise<void> | void): void {
  lastTask = lastTask.then(work).catch((error: unknown) => {
    post({ type: 'failed', reason: encoder ? 'failed' : 'notLoaded', message: String(error) })
  })
}

onmessage = ({ data }: MessageEvent<RecorderRequest>) => {
  // Reads need not wait for writes.
  if (data.type === 'read') read(data.number)
  else if (data.type === 'arrived') writer?.arrived(data.number)
  else if (data.type === 'sound')
    data.port.onmessage = ({ data: block }: MessageEvent<Float32Array>) => enqueue(() => encode(block))
  else enqueue(() => handleRequest(data))
}

async function handleRequest(request: RecorderRequest): Promise<void> {
  switch (request.type) {
    case 'begin':
      await begin(request)
      break
    case 'note':
      writer?.writeMetadata(request.saveMetadata)
      break
    case 'finish':
      await finish()
      break
    case 'soundOf':
      post({ type: 'soundOf', audio: writer?.readAudio() ?? new Blob([]) })
      break
    case 'remove':
      await writer?.remove()
      post({ type: 'removed' })
      break
  }
}

async function begin({ account, recordingId, metadata, rate }: Extract<RecorderRequest, { type: 'begin' }>): Promise<void> {
  const newWriter = await AudioWriter.open(
    { account, recordingId },
    {
      onKept: (upTo) => post({ type: 'kept', upTo }),
      onPiece: (number, duration) => post({ type: 'piece', number, duration }),
      onFull: () => post({ type: 'full' }),
    },
  )
  encoder = await Mp3Encoder.create((frames) => newWriter.write(frames), { batch: BATCH_SAMPLES })
  resampler = new Resampler(rate, MP3_SAMPLE_RATE)
  newWriter.writeMetadata(metadata)
  writer = newWriter
  post({ type: 'begun', keptIn: newWriter.keptIn })
}

async function encode(block: Float32Array): Promise<void> {
  if (resampler && encoder) await encoder.write(resampler.push(block))
}

async function finish(): Promise<void> {
  if (!resampler || !encoder || !writer) return
  await encoder.write(resampler.finish())
  await encoder.finish()
  resampler = null
  post({ type: 'finished', pieces: writer.finish() })
}

function read(number: number): void {
  const piece = writer?.read(number) ?? null
  post({ type: 'read', number, piece }, piece ? [piece.bytes] : [])
}
