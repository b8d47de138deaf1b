import { describe, expect, it } from 'vitest'
import { files, plan, sourceFiles, text, withoutComments } from './tree.ts'

/** The owner of a table: a feature (`features/files`) or a part of the platform (`platform/jobs`). */
type Owner = string

const migrations = files('src').filter((path) => /\/migrations\/[^/]+\.sql$/.test(path))
const owners = new Map<string, Owner>(
  migrations.flatMap((path) => tablesMade(text(path)).map((table) => [table, ownerOf(path)] as const)),
)

/** Calls of the query builder, and table names in SQL. The latter are searched only in strings that contain SQL. */
const CALL =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|(?:inner|left|right|full|cross)Join(?:Lateral)?|from|using|table|ref)\(\s*\[?\s*['"`]([a-z_]+)(?=[\s.'"`])/g
const SQL = /\b(?:from|join|into|update|table|truncate|references|lock|copy)\s+(?:only\s+|if\s+exists\s+)?"?([a-z_]+)\b/gim
const SPEAKS_SQL =
  /\b(select\b[\s\S]*\bfrom|insert\s+into|update\b[\s\S]*\bset|delete\s+from|create|alter|drop|truncate|copy|lock)\b/i

describe('tables', () => {
  it('are each created by one migration of one owner', () => {
    const made = migrations.flatMap((path) => tablesMade(text(path)))
    expect(made.filter((table, n) => made.indexOf(table) !== n)).toEqual([])
  })

  it('are named only in the store files of their owner', () => {
    const strangers = sourceFiles().flatMap((path) =>
      [...tablesNamed(withoutComments(text(path)))]
        .filter((table) => owners.has(table) && !mayName(path, owners.get(table)!))
        .map((table) => `${path} names ${table} of ${owners.get(table)}`),
    )
    expect(strangers).toEqual([])
  })

  it('have foreign keys only along features.json', () => {
    const wrong = migrations.flatMap((path) =>
      referenced(text(path))
        .filter((table) => !standsOn(ownerOf(path), owners.get(table)))
        .map((table) => `${path} references ${table} of ${owners.get(table) ?? 'nobody'}`),
    )
    expect(wrong).toEqual([])
  })

  it('are changed only by migrations of their owner', () => {
    const wrong = migrations.flatMap((path) =>
      matches(SQL, sqlOnly(text(path)))
        .filter((table) => owners.has(table) && !standsOn(ownerOf(path), owners.get(table)))
        .map((table) => `${path} names ${table} of ${owners.get(table)}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('migrations', () => {
  it('have one global number each: 0007-folders.sql', () => {
    const names = migrations.map((path) => path.split('/').at(-1)!)
    expect(names.filter((name) => !/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name))).toEqual([])
    const numbers = names.map((name) => name.slice(0, 4))
    expect(numbers.filter((number, n) => numbers.indexOf(number) !== n)).toEqual([])
  })

  it('come after the migrations they reference', () => {
    const number = (path: string) => path.split('/').at(-1)!.slice(0, 4)
    const maker = (table: string) => migrations.find((path) => tablesMade(text(path)).includes(table))
    const early = migrations.flatMap((path) =>
      referenced(text(path)).filter((table) => number(maker(table) ?? path) > number(path)),
    )
    expect(early).toEqual([])
  })
})

describe('the search for table names', () => {
  it('finds query builder calls and SQL, and ignores comments', () => {
    const code = `db.selectFrom('books as b').innerJoin('people', 'a', 'b') // select from shelves
      sql\`update loans set x = 1\`; const sentence = 'move it from files to there'; insertInto("fines")`
    expect(tablesNamed(withoutComments(code)).sort()).toEqual(['books', 'fines', 'loans', 'people'])
    expect(tablesMade('create table if not exists books (id text);\n-- create table ghosts (\nCREATE TABLE "fines" (')).toEqual([
      'books',
      'fines',
    ])
  })
})

function tablesMade(sql: string): string[] {
  return [...sqlOnly(sql).matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?([a-z_]+)"?/gi)].map(
    (match) => match[1]!,
  )
}

function tablesNamed(code: string): string[] {
  const texts = [...code.matchAll(/(["'])((?:\\.|(?!\1)[^\\\n])*)\1|`((?:\\.|[^\\`])*)`/g)].map(
    (match) => match[2] ?? match[3] ?? '',
  )
  return [
    ...new Set([...matches(CALL, code), ...texts.filter((said) => SPEAKS_SQL.test(said)).flatMap((said) => matches(SQL, said))]),
  ]
}

function matches(pattern: RegExp, within: string): string[] {
  return [...within.matchAll(pattern)].map((match) => match[1]!)
}

function referenced(sql: string): string[] {
  return [...sqlOnly(sql).matchAll(/\breferences\s+"?([a-z_]+)"?/gi)].map((match) => match[1]!)
}

function sqlOnly(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
}

function ownerOf(path: string): Owner {
  return path.split('/').slice(1, 3).join('/')
}

function mayName(path: string, owner: Owner): boolean {
  // The migrations of the platform are in one folder, and other folders use the tables.
  if (owner.startsWith('platform/')) return path.startsWith('src/platform/')
  return new RegExp(`^src/${owner}/server/([^/]+/)*store[^/]*\\.ts$`).test(path)
}

function standsOn(from: Owner, to: Owner | undefined): boolean {
  if (to === undefined) return false
  if (from === to || to.startsWith('platform/')) return true
  return plan()[from.replace('features/', '')]?.includes(to.replace('features/', '')) ?? false
}
