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

const FOLDERS = ['.ci', 'assets', 'bench', 'bin', 'docs', 'models', 'src', 'test', 'tools']
const IS_TEXT = /(\.(css|html|js|json|md|mjs|py|sh|sql|svg|ts|tsx|txt|webmanifest|yml|yaml)|\/run)$/
/** The lock file names addresses of packages only. */
const WRITTEN_BY_TOOLS = 'package-lock.json'

/** Every file of the repository that people write or read, as paths from the root. */
export function textFiles(): string[] {
  const atRoot = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return [...atRoot, ...files(...FOLDERS)].filter((path) => IS_TEXT.test(path) && path !== WRITTEN_BY_TOOLS)
}

export function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The plan of the house: features in building order, each with what it stands on. */
export function plan(): Record<string, string[]> {
  return JSON.parse(text('features.json'))
}

const TOKEN = /(["'])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^\\`])*`|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g
const isComment = (token: string): boolean => /^\/[/*]/.test(token)

/** Source text with comments blanked out, strings and line numbers kept. */
export const withoutComments = (source: string): string =>
  source.replace(TOKEN, (token) => (isComment(token) ? token.replace(/[^\n]/g, ' ') : token))

/** The comments of a source text, one after the other. */
export const commentsOf = (source: string): string => (source.match(TOKEN) ?? []).filter(isComment).join('\n')

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? below(path) : [relative(ROOT, path).replaceAll('\\', '/')]
  })
}
