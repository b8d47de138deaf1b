import { describe, expect, it } from 'vitest'
import { listSourceFiles, readText, withoutComments } from './sourceTree.ts'

const sources = listSourceFiles()
  .filter((path) => path.startsWith('src/') && !path.includes('.test.'))
  .map((path) => ({ path, text: withoutComments(readText(path)) }))

const DECLARATION = /^export const (\w+) = liveTopic\(\s*'([\w-]+)'/gm
const topics = sources.flatMap(({ path, text }) =>
  [...text.matchAll(DECLARATION)].map(([, constant = '', name = '']) => ({ path, constant, name })),
)

const isUsed = (pattern: RegExp): boolean => sources.some(({ text }) => pattern.test(text))

describe('live topics', () => {
  it('are declared in contracts, each name once', () => {
    const others = sources.filter(({ path, text }) => text.includes('liveTopic(') && !topics.some((topic) => topic.path === path))
    expect(others.map(({ path }) => path)).toEqual(['src/shared/liveTopic.ts'])
    expect(topics.filter(({ path }) => !/^src\/features\/[\w-]+\/contract\.ts$/.test(path))).toEqual([])
    expect(new Set(topics.map(({ name }) => name)).size).toBe(topics.length)
  })

  it.each(topics)('$name is published', ({ constant }) => {
    expect(isUsed(new RegExp(String.raw`\bpublish\w*\([^)]*\b${constant}\b`))).toBe(true)
  })

  it.each(topics)('$name is handled by a page or a process', ({ constant }) => {
    expect(isUsed(new RegExp(String.raw`\b(handleTopic|live\.subscribe)\(\s*${constant}\b`))).toBe(true)
  })
})
