import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './tree.ts'

export type Done = { readonly stdout: string; readonly stderr: string; readonly code: number }

/** A small house beside the real one, under the real rules, to plant breaches in. Gone when disposed. */
export type Plot = Disposable & { readonly root: string; run: (command: string, ...args: string[]) => Done }

/** Lays out a plot: these rule files are copied from the real house, these files are written (path to text). */
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

/** Runs one of the installed commands in a folder and waits for it. */
export function run(folder: string, command: string, ...args: string[]): Done {
  const done = spawnSync(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (done.error) throw done.error
  return { stdout: done.stdout, stderr: done.stderr, code: done.status ?? 1 }
}
