import type { Plugin } from 'vite'

const CONTRACT_FILE = /\/src\/features\/[\w-]+\/contract(\.ts$|\/)/
const SUMMARY = /^(\s+summary:)\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`),$/gm

/** Leaves the summaries of routes out of the built page. They are for the OpenAPI document, which the server makes. */
export const omitSummaries = (): Plugin => ({
  name: 'earshot:omit-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (CONTRACT_FILE.test(id) ? { code: emptySummaries(code), map: null } : null),
})

/** Empties the summaries in the text of a contract. */
export const emptySummaries = (code: string): string => code.replace(SUMMARY, "$1 '',")
