import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository on disk, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const NOT_OURS = ['node_modules', 'dist', 'data', 'coverage', '.git']

/** Returns every file below these folders, as paths from the root with forward slashes. */
export function files(...folders: string[]): string[] {
  return folders.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) => below(join(ROOT, folder)))
}

/** Returns the source files of the app: TypeScript below src/, without tests and declarations. */
export function sourceFiles(): string[] {
  return files('src').filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
}

const FOLDERS = ['.ci', 'assets', 'bench', 'bin', 'docs', 'models', 'src', 'test', 'tools']
const IS_TEXT = /(\.(css|html|js|json|md|mjs|py|sh|sql|svg|ts|tsx|txt|webmanifest|yml|yaml)|\/run)$/
/** The lock file contains only package addresses. */
const WRITTEN_BY_TOOLS = 'package-lock.json'

/** Returns every file of the repository that people read or write, as paths from the root. */
export function textFiles(): string[] {
  const atRoot = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return [...atRoot, ...files(...FOLDERS)].filter((path) => IS_TEXT.test(path) && path !== WRITTEN_BY_TOOLS)
}

export function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Returns features.json: features in building order with the features each depends on. */
export function plan(): Record<string, string[]> {
  return JSON.parse(text('features.json'))
}

const TOKEN = /(["'])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^\\`])*`|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g
const isComment = (token: string): boolean => /^\/[/*]/.test(token)

/** Returns source text with comments blanked out. Strings and line numbers stay. */
export const withoutComments = (source: string): string =>
  source.replace(TOKEN, (token) => (isComment(token) ? token.replace(/[^\n]/g, ' ') : token))

/** Returns the comments of a source text, joined by newlines. */
export const commentsOf = (source: string): string => (source.match(TOKEN) ?? []).filter(isComment).join('\n')

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? below(path) : [relative(ROOT, path).replaceAll('\\', '/')]
  })
}
