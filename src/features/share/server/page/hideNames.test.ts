import { describe, expect, it } from 'vitest'
import { HIDDEN_NAMES, MORE_HIDDEN_NAMES } from '#test/fixtures/hiddenNames.ts'
import { createNameHider } from './hideNames.ts'

const hider = (...speakers: string[]) => createNameHider(speakers, (n) => `Speaker ${n}`)

describe('createNameHider', () => {
  it('numbers speakers in the order in which they first speak', () => {
    const { speaker } = hider('Lena Brandt', 'Dr. Okafor', 'Lena Brandt', '')
    expect(['Dr. Okafor', 'Lena Brandt', ''].map(speaker)).toEqual(['Speaker 2', 'Speaker 1', ''])
  })

  it.each([
    ['Lena Brandt said it.', 'Speaker 1 said it.'],
    ['LENA BRANDT said it.', 'Speaker 1 said it.'],
    ['Lena’s idea, not Brandt’s', 'Speaker 1’s idea, not Speaker 1’s'],
    ['Dr. Okafor and Okafor', 'Speaker 2 and Speaker 2'],
    ['Dr. Smith stays', 'Dr. Smith stays'],
    ['Helena stays', 'Helena stays'],
    ['lena, the river, is one', 'Speaker 1, the river, is one'],
    ['Lena  Brandt', 'Speaker 1'],
    ['LENA and OKAFOR', 'Speaker 1 and Speaker 2'],
    ['Write to lena.brandt@example.org', 'Write to Speaker 1@example.org'],
    ['L. Brandt signed', 'Speaker 1 signed'],
    ['We took plan a. Brandt signed', 'We took plan a. Speaker 1 signed'],
    ['Lenas Idee und Brandts Haus', 'Speaker 1s Idee und Speaker 1s Haus'],
    ['Brandt, Lena', 'Speaker 1, Speaker 1'],
    ['Lenala stays', 'Lenala stays'],
  ])('changes %j to %j', (text, expected) => {
    expect(hider('Lena Brandt', 'Dr. Okafor').text(text)).toBe(expected)
  })

  it('replaces numbered names in one pass, without replacing words of the replacements', () => {
    const { text } = hider('Speaker 2', 'Speaker 1')
    expect(text('Speaker 1 asks Speaker 2. Every Speaker nods.')).toBe('Speaker 2 asks Speaker 1. Every Speaker nods.')
  })

  it('finds names of scripts without spaces', () => {
    expect(hider('田中太郎', '김민수').text('昨日田中太郎さんと김민수는')).toBe('昨日Speaker 1さんとSpeaker 2는')
  })

  it('finds names spelled without accents, and in the German way', () => {
    const { text } = hider('José Müller', 'Zoë Strauß')
    expect(text('Jose Mueller, Müllers, Muller, Zoe and Strauss')).toBe(
      'Speaker 1, Speaker 1s, Speaker 1, Speaker 2 and Speaker 2',
    )
  })

  it('does not find nicknames that are not part of a name', () => {
    expect(hider('Thomas Berger').text('Tom spoke.')).toBe('Tom spoke.')
  })

  it('treats names as plain text, not as patterns', () => {
    expect(hider('A.*(b', '$&').text('A.*(b and Axxb and $&')).toBe('Speaker 1 and Axxb and Speaker 2')
  })

  it.each([...HIDDEN_NAMES, ...MORE_HIDDEN_NAMES])('of %j in %j shows %j', (speakers, text, shown) => {
    expect(createNameHider(speakers, (n) => `<${n}>`, text).text(text)).toBe(shown)
  })

  it.each(HIDDEN_NAMES)('of %j finds the names in %j when the language is not known', (speakers, text, shown) => {
    expect(createNameHider(speakers, (n) => `<${n}>`).text(text)).toBe(shown)
  })

  it('finds names in lower case where a text has no capitals, except those that are also words', () => {
    const spoken = 'yes lena i think mark said that the mark is fine and we will ask grace or not'
    expect(createNameHider(['Lena', 'Mark', 'Grace'], (n) => `<${n}>`, spoken).text(spoken)).toBe(
      'yes <1> i think <2> said that the mark is fine and we will ask grace or not',
    )
  })

  it.each(['Jack', 'Mark', 'Will', 'Robin'])('finds %s, which is also a word, in a task that begins with the name', (name) => {
    const { text } = createNameHider([`${name} Miller`], (n) => `<${n}>`)
    expect(text(`- ${name} to call the bank by Friday.`)).toBe('- <1> to call the bank by Friday.')
    expect(text(`${name} will call. ${name} can’t pay.`)).toBe('<1> will call. <1> can’t pay.')
    expect(text('Hope to see you soon.')).toBe('Hope to see you soon.')
  })

  it('takes the same time however many speakers there are and however long their names are', () => {
    const names = Array.from({ length: 3000 }, (_, n) => `Anna${n.toString(36)}x Müller-${n}`)
    const text = `${names.join(' and ')}. ${'word '.repeat(10_000)}`
    const hidden = createNameHider([...names, 'a-'.repeat(5000), '('.repeat(10_000), 'ﷺ'.repeat(1000)], (n) => `<${n}>`).text(
      text,
    )
    expect(hidden).not.toMatch(/Anna|Müller/)
    expect(hidden).toContain('<3000>')
  })
})
