/** The standalone pages that are a text to read (A§2), by their path; `src/app/web/documents/<name>/<locale>.md`. */
export const DOCUMENTS = [
  'privacy',
  'user-agreement',
  'cookie-policy',
  'appfaq',
  'zapier-doc',
  'common',
  'audiouploadintro',
  'buydetail',
  'transdetail',
  'userdetail',
] as const
export type DocumentName = (typeof DOCUMENTS)[number]
