import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './sourceTree.ts'

export type CommandResult = { readonly stdout: string; readonly stderr: string; readonly code: number }

/** A small project with the real rules, in a temporary folder, for planting violations. Disposing deletes it. */
export type TestProject = Disposable & {
  readonly root: string
  runCommand: (command: string, ...args: string[]) => CommandResult
}

/** Creates such a project: copies these rule files and writes these files (path to text). */
export function createTestProject(copiedPaths: readonly string[], writtenFiles: Readonly<Record<string, string>>): TestProject {
  const root = mkdtempSync(join(tmpdir(), 'earshot-plot-'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const path of copiedPaths) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  for (const [path, source] of Object.entries(writtenFiles)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return {
    root,
    runCommand: (command, ...args) => runCommand(root, command, ...args),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

function runCommand(folder: string, command: string, ...args: string[]): CommandResult {
  const result = spawnSync(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.error) throw result.error
  return { stdout: result.stdout, stderr: result.stderr, code: result.status ?? 1 }
}
