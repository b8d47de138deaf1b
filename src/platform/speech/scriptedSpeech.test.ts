import { describe, expect, it } from 'vitest'
import { scriptedSpeech } from './scriptedSpeech.ts'
import type { TranscribedWindow, SpeechEngine, TranscribeOptions } from './speech.ts'

const never = new AbortController().signal
async function* audio(seconds: number) {
  for (let n = 0; n < seconds; n++) yield new Float32Array(16_000)
}
async function transcribe(engine: SpeechEngine, seconds: number, options: Partial<TranscribeOptions> = {}) {
  const windows: TranscribedWindow[] = []
  const keep = (window: TranscribedWindow) => void windows.push(window)
  const result = await engine.transcribe(audio(seconds), { signal: never, onWindow: keep, ...options })
  return { ...result, windows }
}

describe('the scripted engine', () => {
  it('returns the same words at the same times in windows of ten seconds', async () => {
    const { windows, language } = await transcribe(scriptedSpeech({ script: ['one', 'two', 'three'] }), 12)
    expect(language).toBe('en')
    expect(windows.map(({ start, end }) => [start, end])).toEqual([
      [0, 10_000],
      [10_000, 12_000],
    ])
    expect(windows[0]!.words.slice(0, 4)).toEqual([
      [0, 400, 'one', 0.9],
      [500, 900, 'two', 0.9],
      [1000, 1400, 'three', 0.9],
      [1500, 1900, 'one', 0.9],
    ])
    expect(windows[1]!.words.map(([, , text]) => text)).toEqual(['three', 'one', 'two', 'three'])
  })

  it('resumes after an earlier attempt with the same words', async () => {
    const whole = await transcribe(scriptedSpeech(), 30)
    const resumed = await transcribe(scriptedSpeech(), 30, { resumeAt: 10_000 })
    expect(resumed.windows).toEqual(whole.windows.slice(1))
  })

  it('reports its progress and waits until a window is saved', async () => {
    const events: (number | string)[] = []
    await transcribe(scriptedSpeech(), 15, {
      onWindow: async ({ start }) => {
        await new Promise(setImmediate)
        events.push(`kept ${start}`)
      },
      onProgress: ({ done }) => void events.push(done),
    })
    expect(events).toEqual(['kept 0', 10_000, 'kept 10000', 15_000])
  })

  it('fails, stays silent or hangs as the file name requests', async () => {
    const died = transcribe(scriptedSpeech(), 5, { label: 'fails engine-died.mp3' })
    await expect(died).rejects.toMatchObject({ name: 'SpeechError', kind: 'engine-died' })
    expect(await transcribe(scriptedSpeech(), 5, { label: 'silent.mp3' })).toEqual({ language: '', windows: [] })
    const stop = new AbortController()
    const pending = transcribe(scriptedSpeech(), 5, { label: 'hang.mp3', signal: stop.signal })
    stop.abort()
    await expect(pending).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('leaves speech not understood as the file name requests, also across windows', async () => {
    const { windows } = await transcribe(scriptedSpeech(), 20, { label: 'not understood 2-4, not understood 9-11.mp3' })
    expect(windows.map(({ notUnderstood }) => notUnderstood)).toEqual([
      [
        { start: 2000, end: 4000 },
        { start: 9000, end: 10_000 },
      ],
      [{ start: 10_000, end: 11_000 }],
    ])
    const starts = windows.flatMap(({ words }) => words).map(([start]) => start)
    expect(starts).toHaveLength(32)
    expect(starts.filter((at) => (at >= 2000 && at < 4000) || (at >= 9000 && at < 11_000))).toEqual([])
    expect(await transcribe(scriptedSpeech(), 5, { label: 'not understood 0-5' })).toMatchObject({ language: '' })
  })

  it('applies the outcome that a test chooses for every window', async () => {
    const engine = scriptedSpeech({ chooseOutcome: (label, at) => (label === 'cut.mp3' && at >= 20_000 ? 'die' : 'transcribe') })
    const windows: TranscribedWindow[] = []
    const work = transcribe(engine, 60, { label: 'cut.mp3', onWindow: (window) => void windows.push(window) })
    await expect(work).rejects.toMatchObject({ kind: 'engine-died' })
    expect(windows).toHaveLength(2)
  })

  it('supports three languages and refuses others', async () => {
    expect((await transcribe(scriptedSpeech(), 5, { language: 'de' })).language).toBe('de')
    await expect(transcribe(scriptedSpeech(), 5, { language: 'xx' })).rejects.toMatchObject({ kind: 'language' })
  })
})
