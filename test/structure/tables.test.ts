import { describe, expect, it } from 'vitest'
import { createdTablesIn, listMigrations } from '#dev/docs/migrations.ts'
import { readFeaturePlan, listSourceFiles, readText, withoutComments } from './sourceTree.ts'

/** The owner of a table: a feature (`features/files`) or a part of the platform (`platform/jobs`). */
type Owner = string

const migrations = listMigrations()
const owners = new Map<string, Owner>(
  migrations.flatMap(({ owner, sql }) => createdTablesIn(sql).map((table) => [table, owner] as const)),
)

/** Calls of the query builder, and table names in SQL. The latter are searched for only in strings that contain SQL. */
const QUERY_BUILDER_CALL =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|(?:inner|left|right|full|cross)Join(?:Lateral)?|from|using|table|ref)\(\s*\[?\s*['"`]([a-z_]+)(?=[\s.'"`])/g
const SQL_TABLE_NAME =
  /\b(?:from|join|into|update|table|truncate|references|lock|copy)\s+(?:only\s+|if\s+exists\s+)?"?([a-z_]+)\b/gim
const CONTAINS_SQL =
  /\b(select\b[\s\S]*\bfrom|insert\s+into|update\b[\s\S]*\bset|delete\s+from|create|alter|drop|truncate|copy|lock)\b/i

describe('tables', () => {
  it('are each created by one migration of one owner', () => {
    const createdTables = migrations.flatMap(({ sql }) => createdTablesIn(sql))
    expect(createdTables.filter((table, index) => createdTables.indexOf(table) !== index)).toEqual([])
  })

  it('are used only in the store files of their owner', () => {
    const wrongMentions = listSourceFiles().flatMap((path) =>
      [...mentionedTables(withoutComments(readText(path)))]
        .filter((table) => owners.has(table) && !mayMention(path, owners.get(table)!))
        .map((table) => `${path} names ${table} of ${owners.get(table)}`),
    )
    expect(wrongMentions).toEqual([])
  })

  it('have foreign keys only along features.json', () => {
    const violations = migrations.flatMap(({ path, owner, sql }) =>
      referencedTables(sql)
        .filter((table) => !dependsOn(owner, owners.get(table)))
        .map((table) => `${path} references ${table} of ${owners.get(table) ?? 'no migration'}`),
    )
    expect(violations).toEqual([])
  })

  it('are changed only by migrations of their owner', () => {
    const violations = migrations.flatMap(({ path, owner, sql }) =>
      matches(SQL_TABLE_NAME, sql)
        .filter((table) => owners.has(table) && !dependsOn(owner, owners.get(table)))
        .map((table) => `${path} names ${table} of ${owners.get(table)}`),
    )
    expect(violations).toEqual([])
  })
})

describe('migrations', () => {
  it('have one global number each: 0007-folders.sql', () => {
    const names = migrations.map(({ path }) => path.split('/').at(-1)!)
    expect(names.filter((name) => !/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name))).toEqual([])
    const numbers = names.map((name) => name.slice(0, 4))
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })

  it('come after the migrations they reference', () => {
    const number = (path: string) => path.split('/').at(-1)!.slice(0, 4)
    const creatorOf = (table: string) => migrations.find(({ sql }) => createdTablesIn(sql).includes(table))?.path
    const tooEarly = migrations.flatMap(({ path, sql }) =>
      referencedTables(sql).filter((table) => number(creatorOf(table) ?? path) > number(path)),
    )
    expect(tooEarly).toEqual([])
  })
})

describe('the search for table names', () => {
  it('finds query builder calls and SQL, and ignores comments', () => {
    const code = `db.selectFrom('books as b').innerJoin('people', 'a', 'b') // select from ghosts
      sql\`update loans set x = 1\`; const sentence = 'move it from files to there'; insertInto("fines")`
    expect(mentionedTables(withoutComments(code)).sort()).toEqual(['books', 'fines', 'loans', 'people'])
    expect(
      createdTablesIn(
        'create table if not exists books (id text);\n-- create table ghosts (\nCREATE TABLE "fines" (\nalter table fines rename to fees;',
      ),
    ).toEqual(['books', 'fines', 'fees'])
  })
})

function mentionedTables(code: string): string[] {
  const texts = [...code.matchAll(/(["'])((?:\\.|(?!\1)[^\\\n])*)\1|`((?:\\.|[^\\`])*)`/g)].map(
    (match) => match[2] ?? match[3] ?? '',
  )
  return [
    ...new Set([
      ...matches(QUERY_BUILDER_CALL, code),
      ...texts.filter((candidate) => CONTAINS_SQL.test(candidate)).flatMap((candidate) => matches(SQL_TABLE_NAME, candidate)),
    ]),
  ]
}

function matches(pattern: RegExp, within: string): string[] {
  return [...within.matchAll(pattern)].map((match) => match[1]!)
}

function referencedTables(sql: string): string[] {
  return [...sql.matchAll(/\breferences\s+"?([a-z_]+)"?/gi)].map((match) => match[1]!)
}

function mayMention(path: string, owner: Owner): boolean {
  // The migrations of the platform are in one folder, and other folders use the tables.
  if (owner.startsWith('platform/')) return path.startsWith('src/platform/')
  return new RegExp(`^src/${owner}/server/([^/]+/)*store[^/]*\\.ts$`).test(path)
}

function dependsOn(feature: Owner, owner: Owner | undefined): boolean {
  if (owner === undefined) return false
  if (feature === owner || owner.startsWith('platform/')) return true
  return readFeaturePlan()[feature.replace('features/', '')]?.includes(owner.replace('features/', '')) ?? false
}
