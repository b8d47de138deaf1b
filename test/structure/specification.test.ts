import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles, listTextFiles, readText, ROOT } from './sourceTree.ts'

const FOLDER = 'docs/specification/'
const SELF = 'test/structure/specification.test.ts'

const MARK = /\b[AB]§ ?\d+(?:\.\d+)*/g
/** One or more sections of a public standard: `RFC 6749 §4.1.3, §6`. */
const STANDARD_MARK = /\b(?:RFC|ISO) [\d-]+ §[\d.]+(?:, §[\d.]+)*/g
/** A section or a numbered case of any other document: `wire §1.5`, `(case 23)`, `(abuse cases 37-46)`. */
const OTHER_MARK = /(?:\S+ )?§ ?\d[\d.]*|\([^()\n]*\bcases? \d+(?:-\d+)?\)/g
const HEADING = /^## ([AB]§\d+) \S/gm
const LINK = /\]\(([^)#:]*)(?:#([^)]*))?\)/g

/** Returns the sections of a specification text, in order. */
const sectionsOf = (text: string): string[] => [...text.matchAll(HEADING)].map(([, section]) => section!)

/** Returns the section marks of a text that do not refer to any of the sections. */
function findDeadMarks(text: string, sections: readonly string[]): string[] {
  const others = text.replaceAll(STANDARD_MARK, '').replaceAll(MARK, '').match(OTHER_MARK) ?? []
  return [...(text.match(MARK) ?? []).filter((mark) => !sections.includes(mark)), ...others]
}

const specification = listFiles('docs/specification').map((path) => ({ path, text: readText(path) }))
const sections = specification.flatMap(({ text }) => sectionsOf(text))
const citing = listTextFiles()
  .filter((path) => !path.startsWith(FOLDER) && path !== SELF)
  .map((path) => ({ path, text: readText(path) }))

describe('docs/specification', () => {
  it('has every section that is cited, and no other document is cited by number', () => {
    const dead = [...citing, ...specification].flatMap(({ path, text }) =>
      findDeadMarks(text, sections).map((mark) => `${path}: "${mark}" is no section of ${FOLDER} and of no public standard`),
    )
    expect(dead).toEqual([])
  })

  it('has no section that is never cited', () => {
    const cited = new Set(citing.flatMap(({ text }) => text.match(MARK) ?? []))
    expect(sections.filter((section) => !cited.has(section)).map((section) => `${section} is cited nowhere`)).toEqual([])
  })

  it('numbers its sections from 1, each once and with an anchor', () => {
    for (const { path, text } of specification) {
      const letter = posix.basename(path).charAt(0)
      const found = sectionsOf(text)
      expect(found, path).toEqual(found.map((_, index) => `${letter}§${index + 1}`))
      const anchors = [...text.matchAll(/^<a id="(\w+)"><\/a>$/gm)].map(([, id]) => id)
      expect(anchors, path).toEqual(found.map((section) => section.toLowerCase().replace('§', '')))
    }
    expect(sections).toHaveLength(18)
  })

  it('links to files and sections that exist', () => {
    const missing = specification.flatMap(({ path, text }) =>
      [...text.matchAll(LINK)]
        .map(([, target, anchor]) => ({ target: target ? posix.join(posix.dirname(path), target) : path, anchor }))
        .filter(
          ({ target, anchor }) => !existsSync(join(ROOT, target)) || (anchor && !readText(target).includes(`<a id="${anchor}">`)),
        )
        .map(({ target, anchor }) => `${path}: no such file or section: ${target} ${anchor ?? ''}`),
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['obeyed (A§1, A§2)', []],
    ['obeyed (A§3)', ['A§3']],
    ['A§10 and A§1.2', ['A§10', 'A§1.2']],
    ['RFC 6749 §4.1.3, §6 and ISO 14496-12 §8.6.6', []],
    ['as said (wire §1.5)', ['(wire §1.5']],
    ['is refused (A§1, case 7)', ['(, case 7)']],
    ['is refused (abuse cases 37-46)', ['(abuse cases 37-46)']],
    ['in this case 2 of them (3 in all)', []],
  ])('is checked: %s', (text, dead) => {
    expect(findDeadMarks(text, ['A§1', 'A§2'])).toEqual(dead)
  })
})
