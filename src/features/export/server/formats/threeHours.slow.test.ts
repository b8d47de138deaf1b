import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { MiB } from '#shared/units.ts'
import { TRANSCRIPT_FORMATS, writeTranscript } from '../writeTranscript.ts'

const segment = (index: number, content: string, { speaker }: { speaker: string }): Segment => ({
  id: String(index),
  start_time: index * 5000,
  end_time: index * 5000 + 4500,
  content,
  speaker,
  language: 'en',
  original_speaker: speaker,
})
const write = async (format: (typeof TRANSCRIPT_FORMATS)[number], segments: readonly Segment[]) =>
  Buffer.from(await writeTranscript(format, { title: 'Talk', language: 'en', segments, turns: [] }))

describe('long transcripts', () => {
  it('three hours are written in every format, and stay small', { timeout: 120_000 }, async () => {
    const sentence = 'We talked about the budget, the schedule and the people who will do the work next year.'
    const segments = Array.from({ length: 2160 }, (_, index) =>
      segment(index, sentence, { speaker: `Speaker ${(index % 3) + 1}` }),
    )
    const rows: string[] = []
    for (const format of TRANSCRIPT_FORMATS) {
      const started = performance.now()
      const bytes = await write(format, segments)
      rows.push(
        `${format.padEnd(9)} ${(bytes.length / 1024).toFixed(0).padStart(6)} KB ${(performance.now() - started).toFixed(0).padStart(6)} ms`,
      )
      expect(bytes.length).toBeLessThan(16 * MiB)
    }
    console.log(`three hours, ${2160 * 17} words\n${rows.join('\n')}`)
  })
})
