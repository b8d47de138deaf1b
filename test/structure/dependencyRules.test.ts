import { afterAll, describe, expect, it } from 'vitest'
import { checkDependencies } from './checkDependencies.ts'
import { createTestProject } from './testProject.ts'

/** One violation of each rule: a file and its forbidden import. */
const plantedViolations: [rule: string, file: string, source: string][] = [
  ['e2e-may-import-web', 'test/e2e/reach.ts', `import { store } from '#features/people/server/store.ts'\nexport const a = store`],
  [
    'feature-public-api',
    'src/features/books/server/lend.ts',
    `import { store } from '#features/people/server/store.ts'\nexport const a = store`,
  ],
  [
    'feature-public-api',
    'src/features/books/server/lendType.ts',
    `import type { Row } from '../../people/server/store.ts'\nexport type A = Row`,
  ],
  [
    'feature-public-api',
    'src/features/books/server/lend.test.ts',
    `import { store } from '#features/people/server/store.ts'\nstore()`,
  ],
  [
    'app-uses-public-api',
    'src/app/server/reach.ts',
    `import { store } from '#features/people/server/store.ts'\nexport const a = store`,
  ],
  [
    'app-uses-public-api',
    'test/server/reach.ts',
    `import { store } from '#features/people/server/store.ts'\nexport const a = store`,
  ],
  [
    'books-dependencies',
    'src/features/books/server/up.ts',
    `import { fine } from '#features/fines/server.ts'\nexport const a = fine`,
  ],
  [
    'people-dependencies',
    'src/features/people/server/up.ts',
    `const a = await import('#features/books/server.ts')\nexport const b = a`,
  ],
  [
    'browser-never-reaches-server',
    'src/features/books/web/Ask.tsx',
    `import type { Row } from '../server/row.ts'\nexport type A = Row`,
  ],
  ['browser-never-reaches-server', 'src/ui/context.ts', `export type { AppContext } from '#platform/context.ts'`],
  [
    'server-never-reaches-browser',
    'src/features/books/server/page.ts',
    `import { BookList } from '../web/BookList.tsx'\nexport const a = BookList`,
  ],
  ['server-has-no-browser-package', 'src/platform/http/react.ts', `import { useState } from 'react'\nexport const a = useState`],
  [
    'browser-has-no-node',
    'src/features/books/web/read.ts',
    `import { readFileSync } from 'node:fs'\nexport const a = readFileSync`,
  ],
  [
    'shared-feature-files-are-plain',
    'src/features/fines/rules.ts',
    `import { fastify } from 'fastify'\nexport const a = fastify`,
  ],
  [
    'shared-feature-files-are-plain',
    'src/features/fines/contract.ts',
    `import type { Row } from './server/row.ts'\nexport type A = Row`,
  ],
  [
    'shared-feature-files-are-plain',
    'src/features/fines/contract/due.ts',
    `import { fastify } from 'fastify'\nexport const a = fastify`,
  ],
  [
    'platform-imports-no-feature',
    'src/platform/http/feature.ts',
    `import { Book } from '#features/books/contract.ts'\nexport const a = Book`,
  ],
  [
    'components-import-no-feature',
    'src/ui/BookButton.ts',
    `import { Book } from '#features/books/contract.ts'\nexport const a = Book`,
  ],
  [
    'browser-imports-no-component',
    'src/browser/page/useButton.ts',
    `import { b } from '#ui/button/Button.tsx'\nexport const a = b`,
  ],
  [
    'features-know-no-app',
    'src/features/books/web/routes.ts',
    `import { routes } from '#app/web/routes.ts'\nexport const a = routes`,
  ],
  [
    'shared-imports-only-zod',
    'src/shared/context.ts',
    `import type { AppContext } from '#platform/context.ts'\nexport type A = AppContext`,
  ],
  [
    'workers-import-no-contract',
    'src/features/books/web/scan/worker/scanWorker.ts',
    `import { BOOK_MAX } from '#features/books/contract.ts'\nexport const a = BOOK_MAX`,
  ],
  ['page-loads-zod-mini', 'src/features/shops/contract.ts', `import { z } from 'zod'\nexport const Fine = z.string()`],
  ['shared-imports-only-zod', 'src/shared/files.ts', `import { join } from 'node:path'\nexport const a = join`],
  ['drivers-live-in-platform', 'src/features/books/server/pool.ts', `import pg from 'pg'\nexport const a = pg`],
  ['drivers-live-in-platform', 'src/features/books/server/poolType.ts', `import type { Pool } from 'pg'\nexport type A = Pool`],
  ['drivers-live-in-platform', 'src/app/server/engine.ts', `export const a = () => import('sherpa-onnx-node')`],
  [
    'test-code-only-in-tests',
    'src/features/books/server/helper.ts',
    `import { testServer } from '#test/server/testServer.ts'\nexport const a = testServer`,
  ],
  ['no-cycles', 'src/platform/egg.ts', `import type { Hen } from './hen.ts'\nexport type Egg = Hen | 1`],
  ['no-orphans', 'src/shared/alone.ts', `export const alone = 1`],
  ['imports-resolve', 'src/shared/lost.ts', `import { gone } from '#shared/gone.ts'\nexport const a = gone`],
  [
    'drivers-live-in-platform',
    'src/features/books/server/modern.ts',
    `import plan from './plan.json' with { type: 'json' }
export async function* a<const T extends object>(of: T) {
  await using pool = await import('pg')
  for (using b of []) yield (b satisfies unknown as T)?.[0 as never]!
  for await (await using b of []) yield \`\${plan}\`
  class C { static #n = 1; accessor x = 1; static { C.#n ||= 2 } get #y() { return #n in of } }
  yield C
}`,
  ],
]

/** Allowed imports that look similar and must not be reported. */
const allowed: Record<string, string> = {
  'src/features/people/contract.ts': `import { z } from 'zod/mini'\nexport const Person = z.string()`,
  'src/features/people/server.ts': `import { store } from './server/store.ts'\nexport const person = store`,
  'src/features/people/server/store.ts': `import { ctx } from '#platform/context.ts'\nexport type Row = string\nexport const store = () => ctx`,
  'src/features/books/contract.ts': `import { Person } from '#features/people/contract.ts'\nimport { a } from '#shared/words.ts'\nexport const Book = [Person, a]`,
  'src/features/books/server.ts': `import { person } from '#features/people/server.ts'\nimport { row } from './server/row.ts'\nexport const book = [person, row]`,
  'src/features/books/server/row.ts': `import { z } from 'zod'\nexport type Row = string\nexport const row = z.string()`,
  'src/features/books/web.tsx': `import { BookList } from './web/BookList.tsx'\nexport const Page = BookList`,
  'src/features/books/web/BookList.tsx': `import { useState } from 'react'\nimport { Book } from '../contract.ts'\nimport { b } from '#ui/button/Button.tsx'\nexport const BookList = [useState, Book, b]`,
  'src/features/books/web/BookList.test.tsx': `import { join } from 'node:path'\nimport { testServer } from '#test/server/testServer.ts'\nimport { BookList } from './BookList.tsx'\ntestServer(BookList, join)`,
  'src/features/books/server/row.test.ts': `import { fine } from '#features/fines/server.ts'\nimport { testServer } from '#test/server/testServer.ts'\nimport { row } from './row.ts'\ntestServer(row, fine)`,
  'src/features/fines/server.ts': `import { book } from '#features/books/server.ts'\nexport const fine = book`,
  'src/shared/words.ts': `import { z } from 'zod/mini'\nexport const a = z`,
  'src/shared/words.test.ts': `import { expect } from 'vitest'\nimport { a } from './words.ts'\nexpect(a)`,
  'src/ui/button/Button.tsx': `import { useState } from 'react'\nimport { a } from '#shared/words.ts'\nexport const b = [useState, a]`,
  'src/platform/context.ts': `import pg from 'pg'\nexport type AppContext = string\nexport const ctx = pg`,
  'src/app/server/main.ts': `import { fine } from '#features/fines/server.ts'\nexport const main = fine`,
  'src/app/web/routes.ts': `import { Page } from '#features/books/web.tsx'\nexport const routes = Page`,
  'test/e2e/bookList.test.ts': `import { BookList } from '#features/books/web/BookList.tsx'\nShelf.at(0)`,
  'test/server/testServer.ts': `import { main } from '#app/server/main.ts'\nimport { ctx } from '#platform/context.ts'\nexport const testServer = (...a: unknown[]) => [a, main, ctx]`,
}

const rules = ['.dependency-cruiser.mjs', 'dev/fences', 'package.json', 'tsconfig.base.json', 'tsconfig.json']
const features = JSON.stringify({ people: [], books: ['people'], fines: ['people', 'books'] })
const plantedFiles = Object.fromEntries(plantedViolations.map(([, file, source]) => [file, source]))
// The other half of the planted cycle. The checker reports a cycle once, at its first file.
const otherFiles = {
  'src/features/books/server/plan.json': '{}',
  'src/platform/hen.ts': `import type { Egg } from './egg.ts'\nexport type Hen = Egg | 2`,
}
const project = createTestProject(rules, { ...allowed, ...plantedFiles, ...otherFiles, 'features.json': features })
afterAll(() => project[Symbol.dispose]())
const { findings: plantedFindings, ruleNames } = checkDependencies(project, 'src', 'test')

describe('the dependency rules', () => {
  it.each(plantedViolations)('%s: reports a violation in %s', (rule, file) => {
    expect(plantedFindings.filter((finding) => finding.from === file).map((finding) => finding.rule)).toContain(rule)
  })

  it('report no allowed import', () => {
    const falseFindings = plantedFindings.filter((finding) => finding.from in allowed)
    expect(falseFindings).toEqual([])
  })

  it('each have a planted violation in this test', () => {
    const testedRules = plantedViolations.map(([rule]) => rule)
    expect(ruleNames.filter((name) => !testedRules.includes(name))).toEqual(['fines-dependencies'])
  })
})
