import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the house on disk, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const NOT_OURS = ['node_modules', 'dist', 'data', 'coverage', '.git']

/** Every file below these folders, as paths from the root with forward slashes. */
export function files(...folders: string[]): string[] {
  return folders.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) => below(join(ROOT, folder)))
}

/** Source files of the app itself: TypeScript below src/, without tests and declarations. */
export function sourceFiles(): string[] {
  return files('src').filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
}

export function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The plan of the house: features in building order, each with what it stands on. */
export function plan(): Record<string, string[]> {
  return JSON.parse(text('features.json'))
}

/** Source text with comments blanked out, strings and line numbers kept. */
export function withoutComments(source: string): string {
  const token = /(["'])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^\\`])*`|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g
  return source.replace(token, (match) => (/^\/[/*]/.test(match) ? match.replace(/[^\n]/g, ' ') : match))
}

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? below(path) : [relative(ROOT, path).replaceAll('\\', '/')]
  })
}
