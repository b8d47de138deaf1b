import { describe, expect, it } from 'vitest'
import { createFieldReporter, parseCompleteFields } from './reportProgress.ts'

const ANSWER =
  '<think>{"a": 1,</think>```json\n{"title": "a, \\"b\\" {", "list": [{"x": 1, "y": [2]}, {"x": 3}], "end": null}\n```'

describe('the fields of an answer that is still streaming', () => {
  it.each([
    ['', []],
    ['{"title": "a, \\"b', []],
    ['{"title": "a", "list": [{"x": 1, "y"', ['title']],
    ['{"title": "a", "list": [1], ', ['title', 'list']],
    ['{"title": "a", "list": [1]}', ['title', 'list']],
    ['{"title": "a", broken, "list"', []],
    ['<think>{"title": "a", "list": [], ', []],
    ['no object', []],
  ])('are complete in %j: %j', (text, names) => {
    expect(Object.keys(parseCompleteFields(text))).toEqual(names)
  })

  it('are reported once each, wherever the text is cut', () => {
    const reported: string[] = []
    const report = createFieldReporter((fields) => void reported.push(Object.keys(fields).join()))
    for (let end = 0; end <= ANSWER.length; end++) report(ANSWER.slice(0, end))
    expect(reported).toEqual(['title', 'title,list', 'title,list,end'])
    expect(parseCompleteFields(ANSWER)).toEqual({ title: 'a, "b" {', list: [{ x: 1, y: [2] }, { x: 3 }], end: null })
  })
})
