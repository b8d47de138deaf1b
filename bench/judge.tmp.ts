import { readFileSync } from 'node:fs'
import { readMeetings, joinMeetings } from './summary/meetings.ts'
import { summarizeExtractively } from '#features/notes/server/summary/extractive/summarizeExtractively.ts'
import { toSummaryResult } from '#features/notes/server/summary/toSummaryResult.ts'
import { summaryLabelsFor } from '#features/notes/server/summary/labels/summaryLabelsFor.ts'
const meetings = (await readMeetings()).filter((m) => !process.argv[2] || m.name.startsWith(process.argv[2]))
const show = (name: string, segments: any, language: string) => {
  const s = summarizeExtractively(segments, { language })
  console.log(`\n##### ${name} | title: ${s.title} | cat ${s.category}`)
  console.log(
    toSummaryResult(s, { summaryId: '', labels: summaryLabelsFor(language) })
      .markdown.replaceAll(/\(#t=\d+\)/g, '')
      .replaceAll('\n\n', '\n'),
  )
  console.log('mentions:', s.mentions.map((m) => `${m.text}×${m.count}`).join(', '))
  console.log('talk:', s.talkTime.map((t) => `${t.speaker} ${(t.share * 100).toFixed(0)}%`).join(', '), 'silence', s.silence)
}
for (const m of meetings) show(m.name, m.segments, m.language)
show('day', joinMeetings(meetings.filter((m) => m.language === 'en')).segments, 'en')
for (const n of (process.argv[3] ?? '').split(',').filter(Boolean)) {
  const j = JSON.parse(readFileSync(`/tmp/ami/${n}.json`, 'utf8'))
  const list = j.segments ?? j
  show(
    n,
    list.map((x: any) => ({
      id: x.id ?? String(x.start_time),
      start: x.start_time,
      end: x.end_time,
      speaker: x.speaker ?? '',
      text: x.content,
      words: x.words?.map(([start, , text, confidence]: any) => ({ start, text, confidence })),
    })),
    'en',
  )
}
