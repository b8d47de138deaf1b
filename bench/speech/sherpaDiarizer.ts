import { createRequire } from 'node:module'
import type { SpeakerTurn } from '#platform/speech/speakers.ts'

/** Paths of models, and recordings as 16 kHz mono. */
export type SherpaRequest = { segmentation: string; embedding: string; recordings: readonly Float32Array[] }
/** For each of SHERPA_SETTINGS, the turns in each recording. */
export type SherpaReply = readonly { turns: readonly SpeakerTurn[][]; cpuSeconds: number }[]

/**
 * The window shift as a fraction of the window length, and the cosine distance between speakers. The first setting is the
 * reference.
 */
export const SHERPA_SETTINGS = [
  { name: 'sherpa, step 0.1', shift: 0.1, threshold: 0.75 },
  { name: 'sherpa, step 0.25', shift: 0.25, threshold: 0.7 },
] as const

type Segment = { start: number; end: number; speaker: number }
type Sherpa = {
  OfflineSpeakerDiarization: new (config: object) => { process: (pcm: Float32Array) => Segment[] }
}

process.once('message', (request: SherpaRequest) => {
  const sherpa = loadSherpa()
  if (!sherpa) return process.disconnect()
  const reply: SherpaReply = SHERPA_SETTINGS.map(({ shift, threshold }) => diarizeAll(sherpa, request, shift, threshold))
  return process.send?.(reply)
})

/** Undefined when the package is not installed. */
function loadSherpa(): Sherpa | undefined {
  try {
    return createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
  } catch {
    return undefined
  }
}

function diarizeAll(sherpa: Sherpa, { segmentation, embedding, recordings }: SherpaRequest, shift: number, threshold: number) {
  const diarizer = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation, windowShiftRatio: shift }, numThreads: 1 },
    embedding: { model: embedding, numThreads: 1 },
    clustering: { numClusters: -1, threshold },
    minDurationOn: 0.3,
    minDurationOff: 0.5,
  })
  const start = process.cpuUsage()
  const turns = recordings.map((pcm) => diarizer.process(pcm).map(toTurn))
  const { user, system } = process.cpuUsage(start)
  return { turns, cpuSeconds: (user + system) / 1e6 }
}

const toTurn = ({ start, end, speaker }: Segment): SpeakerTurn => ({
  start: Math.round(start * 1000),
  end: Math.round(end * 1000),
  speaker,
})
