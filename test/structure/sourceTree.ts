import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository on disk, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const EXCLUDED_FOLDERS = ['node_modules', 'dist', '.git']

/** Returns every file below these folders, as paths from the root with forward slashes. */
export function listFiles(...folders: string[]): string[] {
  return folders.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) => filesBelow(join(ROOT, folder)))
}

/** Returns the source files of the app: TypeScript below src/, without tests and declarations. */
export function listSourceFiles(): string[] {
  return listFiles('src').filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
}

const TEXT_FOLDERS = ['.ci', 'assets', 'bench', 'bin', 'dev', 'docs', 'models', 'src', 'test']
const TEXT_FILE = /(\.(css|html|js|json|md|mjs|py|sh|sql|svg|ts|tsx|txt|webmanifest|yml|yaml)|\/run)$/
/** The lock file contains only package addresses. */
const GENERATED_FILE = 'package-lock.json'

/** Returns every file of the repository that is maintained by hand, as paths from the root. */
export function listTextFiles(): string[] {
  const atRoot = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return [...atRoot, ...listFiles(...TEXT_FOLDERS)].filter((path) => TEXT_FILE.test(path) && path !== GENERATED_FILE)
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Expands braces: `a/{b,c}.ts` becomes `a/b.ts` and `a/c.ts`. */
export function expandBraces(name: string): string[] {
  const [group, alternatives] = /\{([^{}]*)\}/.exec(name) ?? []
  if (group === undefined || alternatives === undefined) return [name]
  return alternatives.split(',').flatMap((alternative) => expandBraces(name.replace(group, alternative)))
}

/** Returns the file that an import in the file `path` refers to: `#ui/x.ts` or `./x.ts`. */
export const resolveImport = (path: string, target: string): string =>
  target.startsWith('#') ? `src/${target.slice(1)}` : posix.join(posix.dirname(path), target)

/** Returns features.json: features in dependency order with the features each depends on. */
export function readFeaturePlan(): Record<string, string[]> {
  return JSON.parse(readText('features.json'))
}

const TOKEN = /(["'])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^\\`])*`|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g
const isComment = (token: string): boolean => /^\/[/*]/.test(token)

/** Returns source text with comments blanked out. Strings and line numbers are preserved. */
export const withoutComments = (source: string): string =>
  source.replace(TOKEN, (token) => (isComment(token) ? token.replace(/[^\n]/g, ' ') : token))

/** Returns the comments of a source text, joined by newlines. */
export const commentsOf = (source: string): string => (source.match(TOKEN) ?? []).filter(isComment).join('\n')

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (EXCLUDED_FOLDERS.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [relative(ROOT, path).replaceAll('\\', '/')]
  })
}
