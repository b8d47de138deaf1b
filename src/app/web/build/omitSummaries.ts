import type { Plugin } from 'vite'

const CONTRACT_FILE = /\/src\/features\/[\w-]+\/contract(\.ts$|\/)/
const SUMMARY = /^(\s+summary:)\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`),$/gm

/** Removes the summaries of routes from the built page. They are needed only for the OpenAPI document, which the server creates. */
export const omitSummaries = (): Plugin => ({
  name: 'earshot:omit-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (CONTRACT_FILE.test(id) ? { code: emptySummaries(code), map: null } : null),
})

/** Replaces the summaries in the source of a contract with empty strings. */
export const emptySummaries = (code: string): string => code.replace(SUMMARY, "$1 '',")
