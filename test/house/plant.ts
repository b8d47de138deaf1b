import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './tree.ts'

export type Done = { readonly stdout: string; readonly stderr: string; readonly code: number }

/** A small project with the real rules, in a temporary folder, to plant violations in. Disposing deletes it. */
export type Plot = Disposable & { readonly root: string; run: (command: string, ...args: string[]) => Done }

/** Creates such a project: copies these rule files and writes these files (path to text). */
export function plot(copied: readonly string[], written: Readonly<Record<string, string>>): Plot {
  const root = mkdtempSync(join(tmpdir(), 'earshot-plot-'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const path of copied) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  for (const [path, source] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return {
    root,
    run: (command, ...args) => run(root, command, ...args),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Runs an installed command in a folder and waits for it. */
export function run(folder: string, command: string, ...args: string[]): Done {
  const done = spawnSync(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (done.error) throw done.error
  return { stdout: done.stdout, stderr: done.stderr, code: done.status ?? 1 }
}
