import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { documents } from './src/app/web/build/documents.ts'
import { messages } from './src/app/web/build/messages.ts'
import { environment } from './src/platform/config/environment.ts'
import { VERSION } from './src/platform/config/version.ts'
import { ClosingLine } from './test/report/closingLine.ts'
import { memoryDisk } from './test/server/memoryDisk.ts'

// Everything that tests write lies below the folder for temporary files.
const inMemory = memoryDisk()
if (inMemory) process.env['TMPDIR'] ??= inMemory

const server = [
  'src/shared/**/*.test.ts',
  'src/platform/**/*.test.ts',
  'src/features/*/*.test.ts',
  'src/features/*/server/**/*.test.ts',
  'src/app/*.test.ts',
  'src/app/{server,cli}/**/*.test.ts',
  'test/server/**/*.test.ts',
  'bench/**/*.test.ts',
]
const web = ['src/{browser,ui}/**/*.test.{ts,tsx}', 'src/features/*/web/**/*.test.{ts,tsx}', 'src/app/web/**/*.test.{ts,tsx}']
const structure = ['test/structure/**/*.test.ts', 'test/report/**/*.test.ts', 'dev/**/*.test.ts']

/**
 * What every project has in common. `npm run test:slow` runs what takes minutes or needs what most machines lack; `npm test`
 * runs everything else.
 */
const inCommon = (mode: string) => ({
  maxWorkers: 2,
  exclude: [...configDefaults.exclude, mode === 'slow' ? '**/!(*.slow).test.{ts,tsx}' : '**/*.slow.test.ts'],
})

// The projects do not extend this configuration, so that the database cluster at the root is started once per run.
export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['test/server/globalSetup.ts'],
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        extends: false,
        test: {
          name: 'server',
          include: server,
          ...inCommon(mode),
          environment: 'node',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: false,
        plugins: [react(), messages(), documents()],
        define: { 'import.meta.env.VITE_VERSION': JSON.stringify(VERSION) },
        test: {
          name: 'web',
          include: web,
          ...inCommon(mode),
          environment: 'jsdom',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: false,
        test: {
          name: 'structure',
          include: structure,
          ...inCommon(mode),
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // After the others: compilers and checkers started here would take the time that tests of time are measured in.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: false,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...inCommon(mode),
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What a browser does in a moment takes seconds beside other work.
          expect: { poll: { timeout: 15_000 } },
          globalSetup: ['test/e2e/prepare.ts'],
          // A browser beside others is sometimes starved of the processor. What passed only the second time is printed.
          retry: environment()['CI'] ? 1 : 0,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}))
