import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { documents } from './src/app/web/build/documents.ts'
import { messages } from './src/app/web/build/messages.ts'
import { environment } from './src/platform/config/environment.ts'
import { VERSION } from './src/platform/config/version.ts'
import { SummaryLine } from './test/report/summaryLine.ts'
import { LongestFirst } from './test/report/LongestFirst.ts'
import { memoryDisk } from './test/server/memoryDisk.ts'

// Everything that tests write lies below the folder for temporary files.
const inMemory = memoryDisk()
if (inMemory) process.env['TMPDIR'] ??= inMemory

const server = [
  'src/shared/**/*.test.ts',
  'src/platform/**/*.test.ts',
  'src/features/*/*.test.ts',
  'src/features/*/rules/**/*.test.ts',
  'src/features/*/server/**/*.test.ts',
  'src/app/*.test.ts',
  'src/app/{server,cli}/**/*.test.ts',
  'test/server/**/*.test.ts',
  'bench/**/*.test.ts',
  // Tests of the browser side that need no page.
  'src/**/*.node.test.ts',
]
const web = ['src/{browser,ui}/**/*.test.{ts,tsx}', 'src/features/*/web/**/*.test.{ts,tsx}', 'src/app/web/**/*.test.{ts,tsx}']
const structure = ['test/structure/**/*.test.ts', 'test/report/**/*.test.ts', 'dev/**/*.test.ts']

/** What a held clock holds in tests of screens: all but frames, which their setup file provides. */
const HELD_TIMERS = [
  'Date',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const

/**
 * What every project has in common. `npm run test:slow` runs what takes minutes or needs what most machines lack; `npm test`
 * runs everything else.
 */
const inCommon = (name: string, mode: string, ...excluded: string[]) => ({
  // One more than the cores of a small machine, because tests wait for servers (docs/decisions/0039). Browsers are starved by more than two.
  maxWorkers: mode === 'slow' || name === 'e2e' ? 2 : 3,
  sequence: { groupOrder: mode === 'slow' || name !== 'e2e' ? 0 : 1 },
  execArgv: [
    // Most of what a test creates is garbage at its end. With the small default much of it is copied first (measured: 4 % of the time).
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    // Otherwise every 64 MB of audio start a collection of the whole heap (measured: a quarter of the server tests' processor time).
    '--external-memory-accounted-in-global-limit',
  ],
  exclude: [...configDefaults.exclude, mode === 'slow' ? '**/!(*.slow).test.{ts,tsx}' : '**/*.slow.test.ts', ...excluded],
})

const serverTests = (mode: string) => ({
  name: 'server',
  include: server,
  ...inCommon('server', mode),
  environment: 'node',
  // The files of a worker share its modules and its test servers (test/server/pool/serverPool.ts).
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
})

const screenTests = (mode: string) => ({
  name: 'web',
  include: web,
  ...inCommon('web', mode, '**/*.node.test.ts'),
  environment: 'jsdom',
  setupFiles: ['test/screens/ownerStacks.ts', 'test/screens/setup.ts'],
  fakeTimers: { toFake: [...HELD_TIMERS] },
  // The setup file cleans up after each file. A process and a jsdom per file would take longer than the tests.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
})

const structureTests = (mode: string) => ({
  name: 'structure',
  include: structure,
  ...inCommon('structure', mode),
  environment: 'node',
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
})

const browserTests = (mode: string) => ({
  name: 'e2e',
  include: ['test/e2e/**/*.test.ts'],
  ...inCommon('e2e', mode),
  environment: 'node',
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What a browser does in a moment takes seconds beside other work.
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['test/e2e/prepare.ts'],
  setupFiles: ['test/e2e/sharedEarshot.ts'],
  // A browser beside others is sometimes starved of the processor. What passed only the second time is printed.
  retry: environment()['CI'] ? 1 : 0,
  // The files of a worker share its browser.
  isolate: false,
  // Of tests that may run at the same time.
  maxConcurrency: 2,
})

// The projects do not extend this configuration, so that the database cluster at the root is started once per run.
export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['test/server/globalSetup.ts'],
    reporters: ['default', new SummaryLine()],
    // Browser tests come last: projects with another number of workers are a group of their own.
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: false, test: serverTests(mode) },
      {
        extends: false,
        plugins: [react(), messages(), documents()],
        define: { 'import.meta.env.VITE_VERSION': JSON.stringify(VERSION) },
        test: screenTests(mode),
      },
      { extends: false, test: structureTests(mode) },
      { extends: false, test: browserTests(mode) },
    ],
  },
}))
