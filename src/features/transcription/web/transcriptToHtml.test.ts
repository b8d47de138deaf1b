import { expect, it } from 'vitest'
import { transcriptToHtml } from './transcriptToHtml.ts'

it('links each time of a copied transcript to the recording, and keeps its text as text', () => {
  const rows = [
    { start_time: 374_000, speaker: 'Dr. <Okafor>', content: 'Forty & more' },
    { start_time: 380_000, speaker: '', content: 'Good.' },
  ]
  expect(transcriptToHtml(rows, 'https://earshot.example/file/1')).toBe(
    '<p><a href="https://earshot.example/file/1#t=374000">6:14</a> <strong>Dr. &lt;Okafor&gt;</strong><br>Forty &amp; more</p>' +
      '<p><a href="https://earshot.example/file/1#t=380000">6:20</a><br>Good.</p>',
  )
  expect(transcriptToHtml(rows, null)).toBe('<p><strong>Dr. &lt;Okafor&gt;</strong><br>Forty &amp; more</p><p>Good.</p>')
})
