import { seconds, type Millis } from '#shared/units.ts'
import { sampleToMillis, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import { findGaps } from '../gaps.ts'
import type { PlannedWindow } from '../detection/windowPlanner.ts'
import { createLocalEngine } from '../engine.ts'
import { whisperLanguages } from '../languages.ts'
import type { SpeechRunner } from '../process/speechRunner.ts'
import {
  SpeechError,
  type SpeechEngine,
  type TimeSpan,
  type TranscribedWindow,
  type TranscribeOptions,
  type Word,
} from '../speech.ts'
import { parseTranscription } from './parseTranscription.ts'
import { createWindowSender, type SpeechServer, type WindowSender } from './sendWindow.ts'

export type HttpSpeechOptions = {
  readonly server: SpeechServer
  /** Detects speech on this machine. */
  readonly runner: SpeechRunner
  /** Separates speakers on this machine. */
  readonly speakersRunner: SpeechRunner
  readonly clock?: Clock
  /** Maximum length of a window. Each window is a checkpoint, and its file must be below the size limit of the server. */
  readonly maxWindow?: Millis
}

/** Two and a half minutes are 4.8 MB. Servers accept 25 MB and more. */
const MAX_WINDOW: Millis = seconds(150)

const languages: readonly string[] = [...whisperLanguages, 'yue']

/**
 * Transcribes with a server that has the OpenAI transcription API (`POST /audio/transcriptions`). Windows of speech, cut at pauses,
 * are sent one after another; silence is not sent. Word times are estimated if the server returns none.
 */
export function httpSpeech(options: HttpSpeechOptions): SpeechEngine {
  const { server, runner, speakersRunner, clock = systemClock, maxWindow = MAX_WINDOW } = options
  const send = createWindowSender(server, clock)
  const local = createLocalEngine(runner, { speakersRunner })
  return {
    id: 'http',
    capabilities: { languages, words: 'estimated', glossary: true, translate: false, confidence: false },
    transcribe: async (pcm, options) => {
      const { language, resumeAt = 0, signal, onProgress, onWindow } = options
      if (language !== undefined && !languages.includes(language))
        throw new SpeechError('language', `The speech server does not support the language "${language}".`)
      const wordCounts = new Map<string, number>()
      const { isStopped } = await runner.run(
        pcm,
        { task: 'plan', resumeAt, maxWindow: (maxWindow * SPEECH_SAMPLE_RATE) / 1000 },
        {
          signal,
          label: options.label ?? '',
          onProgress: (progress) => onProgress?.(progress),
          onPlanned: async (planned) => {
            const window = await transcribeWindow(send, planned, options)
            wordCounts.set(window.language, (wordCounts.get(window.language) ?? 0) + window.words.length)
            onProgress?.({ done: window.end })
            return await onWindow(window)
          },
        },
      )
      const [main] = [...wordCounts].reduce((top, next) => (next[1] > top[1] ? next : top), ['', 0])
      return { language: language ?? main, isStopped }
    },
    diarize: local.diarize,
    close: local.close,
  }
}

async function transcribeWindow(
  send: WindowSender,
  planned: PlannedWindow,
  { language: requested, glossary, signal }: TranscribeOptions,
): Promise<TranscribedWindow> {
  const offset = sampleToMillis(planned.start)
  const end = sampleToMillis(planned.start + planned.pcm.length)
  const speech = planned.segments.map((segment): TimeSpan => ({
    start: sampleToMillis(segment.start),
    end: sampleToMillis(segment.end),
  }))
  const reply = await send(planned.pcm, { language: requested, glossary, signal })
  const { language, words, hasTimes } = parseTranscription(reply, { requested, speech, offset, end })
  return {
    start: Math.min(speech[0]?.start ?? offset, words[0]?.start ?? end),
    end,
    language,
    words: words.map(({ start: from, end: to, text, confidence }): Word => [from, to, text, confidence]),
    notUnderstood: hasTimes || words.length === 0 ? findGaps(words, speech) : [],
  }
}
