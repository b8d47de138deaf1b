import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { emptySummaries } from './omitSummaries.ts'

const FEATURES = resolve(import.meta.dirname, '../../../features')
const contracts = globSync('*/{contract.ts,contract/*.ts}', { cwd: FEATURES }).filter((path) => !path.includes('.test.'))

it.each(contracts)('empties every summary in %s and changes nothing else', (path) => {
  const text = readFileSync(resolve(FEATURES, path), 'utf8')
  const emptied = emptySummaries(text)
  expect(emptied.match(/^\s+summary:.*/gm) ?? []).toEqual((text.match(/^\s+summary:/gm) ?? []).map((start) => `${start} '',`))
  expect(emptied.split('\n').filter((line) => !text.includes(line))).toEqual(
    emptied.split('\n').filter((line) => line.trim() === "summary: '',"),
  )
})
