import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseAnswer } from './parseAnswer.ts'
import { createFieldReporter } from './reportProgress.ts'

const schema = z.object({ title: z.string(), points: z.array(z.object({ text: z.string(), at: z.number() })) })
const ANSWER = { title: 'Two cities', points: [{ text: 'It was the best of times', at: 3 }] }
const json = JSON.stringify(ANSWER)
const echoed = JSON.stringify(z.toJSONSchema(schema))

const read = (text: string) => {
  const parsed = parseAnswer(text, schema)
  return parsed.ok ? parsed.value : parsed.reason
}

describe('an answer of a language model', () => {
  it.each([
    ['alone', json],
    ['with a byte order mark', `\ufeff${json}`],
    ['in a code fence', '```json\n' + json + '\n```'],
    [
      'in a code fence with prose that has brackets',
      'Here is the JSON:\n```json\n' + json + '\n```\nLet me know if {you} need more!',
    ],
    ['twice', `${json}\n\n${json}`],
    ['before its form', `${json}\n\nNote: the format is {"title": "...", "points": [{"text": "…", "at": 0}]}.`],
    ['in two objects', `{"title": "Two cities"}\n{"points": ${JSON.stringify(ANSWER.points)}}`],
    ['with nothing among the items of a list', json.replace('[{', '[null, {')],
    ['after a draft with fewer fields', `{"title": "x"}\n\n${json}`],
    ['after the schema', `${echoed}\n${json}`],
    ['after the schema, in one code fence each', '```json\n' + echoed + '\n```\n```json\n' + json + '\n```'],
    ['with a trailing comma', json.replace(/\}$/, ',}')],
    ['with a trailing comma in a list', json.replace(']', ',]')],
    ['with comments', json.replace('{', '{ // the "answer\n').replace('[', '[ /* all } of them */ ')],
    ['in an object', JSON.stringify({ response: ANSWER })],
    ['in two objects', JSON.stringify({ result: { data: ANSWER } })],
    ['in a list', JSON.stringify([ANSWER])],
    ['in quotes', JSON.stringify(json)],
    ['in quotes in an object', JSON.stringify({ output: json })],
    ['as the arguments of a call', JSON.stringify({ name: 'json', arguments: ANSWER })],
    ['with single quotes', json.replaceAll('"', "'")],
    ['with keys without quotes', json.replace(/"(\w+)":/g, '$1:')],
    ['with capital keys', json.replace('title', 'Title').replace('points', 'POINTS')],
    ['with typographic quotes', json.replace(/"([^"]+)"/g, '“$1”')],
    ['with a missing comma', json.replace(',"points"', ' "points"')],
  ])('is read %s', (_, text) => {
    expect(read(text)).toEqual(ANSWER)
  })

  it('is read with line breaks in its texts', () => {
    expect(read(json.replace('best of', 'best\nof'))).toMatchObject({ points: [{ text: 'It was the best\nof times' }] })
  })

  it.each([
    ['<think>', '<think>Let me see. {"a":1} hmm {not json}</think>\n'],
    ['<thinking>', '<thinking>{curly}</thinking>'],
    ['<reasoning>', '<reasoning>I should use {curly} braces.</reasoning>'],
    ['<thought>', '<thought>I should use {curly} braces.</thought>'],
    ['capitals and attributes', '<THINK signature="abc" n=1>Use {curly} braces.</THINK>'],
    ['a prefix', '<seed:think>Use {curly}</seed:think>'],
    ['bars', '<|think|>Use {curly}</|think|>'],
    ['[THINK]', '[THINK]Use {curly}[/THINK]'],
    ['◁think▷', '◁think▷Use {curly}◁/think▷'],
    ['<|START_THINKING|>', '<|START_THINKING|>Use {curly}<|END_THINKING|>'],
    ['an end without a beginning', `Okay, the user wants {"title": "x"} as JSON.\n</think>\n\n`],
    ['an end without a beginning, after a whole draft', `I would say ${json.replace('Two', 'Three')}.\n</think>\n\n`],
    ['a draft in the reasoning', `<think>${json.replace('Two', 'Three')}</think>`],
    ['two blocks', '<think>{a}</think>\n<think>{b}</think>'],
    ['channels', '<|channel|>analysis<|message|>We need {"title"}.<|end|><|start|>assistant<|channel|>final<|message|>'],
    ['channels without an end', '<|channel|>analysis<|message|>We need {"title"}.<|channel|>final<|message|>'],
    [
      'channels with a name',
      '<|channel|>commentary to=none<|message|>{x}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>',
    ],
    ['channels of another kind', '<|channel>thought\nUse {curly} braces.<channel|>'],
  ])('is read without its reasoning: %s', (_, reasoning) => {
    expect(read(`${reasoning}${json}`)).toEqual(ANSWER)
    const reported: object[] = []
    const report = createFieldReporter((fields) => void reported.push(fields))
    const text = `${reasoning}\n${json}`
    for (let end = 0; end <= text.length; end += 3) report(text.slice(0, end))
    report(text)
    expect(reported).toEqual([{ title: ANSWER.title }, ANSWER])
  })

  it.each([
    'The tag <think> opens and </think> closes',
    'They wrote </think> {curly}',
    '<reasoning>quoted</reasoning> and [THINK] and <|channel|>analysis<|message|>',
    '{"title": "in a text", "points": []}',
    'A // is no comment, nor is /* this */',
  ])('keeps strings that look like markup: %s', (title) => {
    expect(read(JSON.stringify({ ...ANSWER, title }))).toEqual({ ...ANSWER, title })
    expect(read(`<think>hm</think>${JSON.stringify({ ...ANSWER, title })}`)).toEqual({ ...ANSWER, title })
  })

  it.each([
    ['empty', ''],
    ['empty', ' \n\ufeff'],
    ['empty', '<think>I need more time {'],
    ['cut', json.slice(0, 45)],
    ['cut', json.slice(0, -1)],
    ['cut', '```json\n' + json.slice(0, 50)],
    ['unusable', 'I cannot do that.'],
    ['unusable', '# Cities\n\n- It was the best of times'],
    ['unusable', '{"title": 7, "points": []}'],
    ['unusable', '{}'],
    ['unusable', echoed],
    ['unusable', '{'.repeat(50_000)],
    ['unusable', '[{"a":'.repeat(20_000)],
    ['unusable', '['.repeat(50_000)],
  ])('is %s (case %#) when it says nothing that can be used', (reason, text) => {
    expect(read(text)).toBe(reason)
  })
})
