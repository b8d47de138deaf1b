import { describe, expect, it } from 'vitest'
import furtherLines from '#test/fixtures/facts/further-lines.json' with { type: 'json' }
import shortLines from '#test/fixtures/facts/short-lines.json' with { type: 'json' }
import ownLines from '#test/fixtures/facts/own-lines.json' with { type: 'json' }
import numberCheck from '#test/fixtures/facts/number-check.json' with { type: 'json' }
import { createCitationChecker } from '../citations.ts'
import { readTranscript } from '../extractive/readTranscript.ts'
import type { Segment } from '../summary.ts'

const segment = (id: string, speaker: string, text: string): Segment => ({ id, start: 0, end: 5000, speaker, text })

/** Checks a line against the words of one person in a recording of several. */
function check(language: string, speaker: string, text: string, line: string, others: readonly string[] = []) {
  const own = segment('s1', speaker, text)
  const rest = others.filter((other) => other !== speaker).map((other, n) => segment(`o${n}`, other, '…'))
  return createCitationChecker(readTranscript([own, ...rest], language, {}), language).cite(line, [own])
}

const lines = [ownLines, furtherLines, shortLines]
  .flatMap((set) => Object.entries<string[][]>(set))
  .flatMap(([language, rows]) => {
    const others = [...new Set(rows.map(([speaker = '']) => speaker))].filter((speaker) => speaker !== '')
    return rows.map(([speaker = '', text = '', line = '', differs = '']) => ({ language, speaker, text, line, differs, others }))
  })

describe('a line of a summary, by value', () => {
  it.each(numberCheck)(
    'is what was said or is marked: $said | $summary_line',
    ({ language, said, summary_line, must_be_supported }) => {
      expect(check(language, '', said, summary_line).supported).toBe(must_be_supported)
    },
  )

  it.each(lines.filter(({ differs }) => differs === ''))(
    'is what was said: $text | $line',
    ({ language, speaker, text, line, others }) => {
      expect(check(language, speaker, text, line, others)).toMatchObject({ supported: true })
    },
  )

  it.each(lines.filter(({ differs }) => differs !== ''))(
    'says something else and is marked with what: $text | $line',
    ({ language, speaker, text, line, others, differs }) => {
      expect(check(language, speaker, text, line, others)).toMatchObject({ supported: false, differs })
    },
  )
})
