import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { DEFAULT_OPTIONS } from '../../../rules.ts'
import type { DocumentTodo, ExportDocument } from '../../document/ExportDocument.ts'
import { writeIcs } from './ics.ts'

function documentOf(todos: readonly Partial<DocumentTodo>[]): ExportDocument {
  return {
    id: 'a'.repeat(32), title: 'Budget', duration: 0, language: 'en', folders: [], speakers: [], paragraphs: [], turns: [],
    recorded: { at: new Date('2026-11-21T23:30:00Z'), timezone: 1 },
    notes: [], highlights: [], chapters: [], mindMap: [], audioName: '', hasHeader: true, options: DEFAULT_OPTIONS,
    todos: todos.map((todo, index) => ({
      id: `p${index}`, text: 'Send the plan', owner: null, due: null, start: null, isDone: false,
      ...todo,
    })),
    createdAt: new Date('2026-11-22T00:00:00Z'),
  }
}

/** Parses the calendar as a calendar program would. */
const read = (document: ExportDocument) => new ICAL.Component(ICAL.parse(writeIcs(document)) as never).getAllSubcomponents('vtodo')

describe('the to-dos as tasks of a calendar', () => {
  it.each<[due: string, date: string | null]>([
    ['2026-12-03', '2026-12-03'],
    ['by 3 December', '2026-12-03'],
    ['December 3rd, 2027', '2027-12-03'],
    ['bis zum 3. Dezember', '2026-12-03'],
    ['am 03.12.2026', '2026-12-03'],
    ['bis 3.12.', '2026-12-03'],
    ['le 1er mars', '2027-03-01'],
    ['el 3 de diciembre de 2026', '2026-12-03'],
    ['entro il 3 dicembre', '2026-12-03'],
    ['até 3 de dezembro', '2026-12-03'],
    ['12月3日まで', '2026-12-03'],
    ['2027年1月3日', '2027-01-03'],
    ['12월 3일까지', '2026-12-03'],
    ['25/12/2026', '2026-12-25'],
    ['21 November', '2027-11-21'],
    ['22 November', '2026-11-22'],
    ['29 February 2028', '2028-02-29'],
    // Not an exact date.
    ['Friday', null],
    ['next week', null],
    ['03/04/2026', null],
    ['31 February', null],
    ['in 3.5 weeks', null],
    ['room 12', null],
  ])('%s is due on %s', (due, date) => {
    const [todo] = read(documentOf([{ due }]))
    expect(todo!.getFirstPropertyValue('due')?.toString() ?? null).toBe(date)
    expect(todo!.getFirstPropertyValue('description')).toContain(due)
  })

  it('stay one task each, whatever their texts contain', () => {
    const text = 'a\r\nEND:VTODO\r\nBEGIN:VTODO\nSUMMARY:x\u2028\\, ; "'
    const source = writeIcs(documentOf([{ text, owner: text, due: text, id: text }, { isDone: true }]))
    const todos = read(documentOf([{ text, owner: text, due: text, id: text }, { isDone: true }]))
    expect(todos.map((todo) => todo.getFirstPropertyValue('summary'))).toEqual([
      'a END:VTODO BEGIN:VTODO SUMMARY:x \\, ; "',
      'Send the plan',
    ])
    expect(todos[1]!.getFirstPropertyValue('status')).toBe('COMPLETED')
    for (const line of source.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})
